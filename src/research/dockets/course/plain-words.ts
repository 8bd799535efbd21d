import { contentStems } from "#text/word-stems.ts";

/**
 * The words in which a question on the course of a case is put plainly. One with others asks for something that a docket may
 * say in other words, so that an entry which is not found is not told to be wanting.
 */
const PLAIN: ReadonlySet<string> = contentStems(
  `case action adversary proceeding proceedings matter lawsuit suit litigation court judge magistrate party parties debtor
   debtors plaintiff plaintiffs defendant defendants petitioner respondent appellant appellee trustee creditor creditors
   government state district bankruptcy chapter circuit supreme panel appeals appellate appeal appealed appeals notice
   number docket outcome result disposition decided decide decision dismissed dismissal dismiss denied granted affirmed
   reversed remanded transferred vacated removed removal consolidated converted conversion reopened closed terminated ended
   end happened happen became become taken filed file made entered enter issued ever yet already finally final now held place
   default judgment plan confirmed confirmation confirm discharge discharged receive received order ordered sentence
   sentenced imposed prison imprisonment jail plead pleaded pled plea guilty verdict jury trial stay stayed rehearing
   requested petition review oral argument argued heard answer answered complaint amended conviction convicted won win
   when what why how who which date day time deadline due must hearing conference sentencing scheduled set discovery
   pretrial meeting motion motions oppose opposed reply replied object objected anyone`,
);

/** The stems of a question that are not plain words of the course of a case. */
export function furtherStems(part: string): string[] {
  return [...contentStems(part.replace(/['’]s\b/giu, ""))].filter((stem) => !PLAIN.has(stem) && !/^\d+$/u.test(stem));
}
