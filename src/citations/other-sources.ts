/**
 * Sources that are neither decisions nor laws, as briefs and opinions cite them: papers of the record by their short names
 * (Bluebook, table BT1), books, reports and addresses. An `id.` behind one points at it.
 */
const PAPERS = [
  "Compl",
  "Am\\. Compl",
  "FAC",
  "SAC",
  "TAC",
  "Answer",
  "Ans",
  "Pet",
  "Mot",
  "Opp'n",
  "Opp",
  "Reply",
  "Resp",
  "Br",
  "Mem",
  "Memo",
  "Decl",
  "Aff",
  "Affid",
  "Aff'd\\.? of",
  "Dep",
  "Depo",
  "Tr",
  "Hr'g Tr",
  "Hrg\\. Tr",
  "Trial Tr",
  "Test",
  "Ex",
  "Exs",
  "Exh",
  "Exhibit",
  "Exhibits",
  "App",
  "Appx",
  "Appendix",
  "Pet\\. App",
  "J\\.A",
  "JA",
  "R",
  "Rec",
  "ROA",
  "AR",
  "A\\.R",
  "CAR",
  "CP",
  "C\\.P",
  "CT",
  "C\\.T",
  "RT",
  "R\\.T",
  "VRP",
  "RP",
  "SUF",
  "SUMF",
  "SOF",
  "SMF",
  "DSOF",
  "PSOF",
  "Stmt",
  "Stip",
  "Interrog",
  "Rog",
  "RFA",
  "Rpt",
  "PSR",
  "PSI",
  "Dkt",
  "Docket",
  "Doc",
  "Docs",
  "D\\.E",
  "DE",
  "D\\.I",
  "ECF",
  "Filing",
  "Order",
  "Op",
  "Slip Op",
  "Indictment",
  "Indict",
  "Info",
  "Attach",
  "Tab",
  "Bates",
  "Ltr",
  "Letter",
  "Notice",
  "Not",
] as const;
const PLACE =
  "(?:Nos?\\.?\\s?)?(?:at\\s|p{1,2}\\.\\s?|\u00b6{1,2}\\s?|\u00a7{1,2}\\s?|paras?\\.?\\s|#\\s?|\\[)?\\s?(?:[A-Z]{1,3}-?)?\\d";
const PAPER = new RegExp(
  `(?=[A-Z])(?<![\\w.])(?:${PAPERS.join("|")})\\.?(?:\\s\\(?(?:of|in|to|ISO|Supp|Opp)[^,;.\u00b6\\d]{1,40})?,?\\s(?:${PLACE}|[A-Z]{1,2}(?![\\w.])|[A-Z]{1,2}-\\d)`,
  "gu",
);
/** A treatise by its section and edition, searched for only where the sign of a section stands. */
const TREATISE =
  /(?=[\dA-Z])(?<!\w)(?:\d{1,3}[A-Z]?\s)?[A-Z][\w.'\u2019]+(?:,?\s(?:&|and)\s[A-Z][\w.'\u2019]+)?(?:\set\sal\.)?,?\s[A-Z][^;()]{3,80}\s\u00a7\s?\d[\d.:-]*[^;()]{0,30}\((?:[^()]{0,20}ed\.|rev\.)/gu;
const BOOK = new RegExp(
  [
    "(?=R)(?<!\\w)Restatement\\s(?:\\((?:First|Second|Third|Fourth)\\)\\s)?(?:of\\s)?[A-Z][^;.]{2,60}\u00a7",
    "(?=[BWORMA])(?<!\\w)(?:Black's|Black\u2019s|Ballentine's|Ballentine\u2019s|Webster's|Webster\u2019s|Oxford|Random House|Merriam|American Heritage)\\s[A-Z][^;]{2,70}\\d",
    "(?=[HSCE])(?<!\\w)(?:H\\.?\\s?R\\.?|S\\.|H\\.|Conf\\.|Exec\\.)\\s?(?:Conf\\.\\s)?(?:Rep|Doc|Res)\\.\\s(?:No\\.\\s)?\\d",
    "(?=\\d)(?<!\\w)\\d{1,3}[A-Z]?\\s(?:Am\\.\\s?Jur\\.|C\\.\\s?J\\.\\s?S\\.)(?:\\s2d)?",
    "(?=\\d)(?<!\\w)\\d+\\sCong\\.\\sRec\\.",
    "https?://",
    // `ROA.123` of the Fifth Circuit, `JA45`, papers by the numbers stamped on them.
    "(?=[RJ])(?<![\\w.])(?:ROA|JA)\\.?\\d",
    "(?=[A-Z])(?<![\\w.-])(?!C[VR]|M[CJ]|MDL)[A-Z]{2,8}[-_](?:0\\d{3,9}|\\d{5,10})(?![\\w-])",
    "(?=[JFMASOND])(?<!\\w)(?:Jan\\.|Feb\\.|Mar\\.|Apr\\.|May|June|July|Aug\\.|Sept?\\.|Oct\\.|Nov\\.|Dec\\.)\\s\\d{1,2},\\s\\d{4},\\sat\\s[A-Z]?\\d{1,4}(?![\\w:]|\\s?[ap]\\.?\\s?m)",
    "(?=S)(?<!\\w)Statutes\\sat\\sLarge\\s\\d",
    "(?=[TF])(?<!\\w)(?:The\\s)?Federalist\\sNo",
  ].join("|"),
  "gu",
);

/** Text behind the last citation that is searched for another source. */
export const OTHER_SOURCE_CHARS_MAX = 600;

/** The last source of another kind in `words`, as it is printed; undefined where there is none. */
export function otherSourceIn(words: string): string | undefined {
  let found: { index: number; text: string } | undefined;
  for (const pattern of words.includes("\u00a7") ? [PAPER, BOOK, TREATISE] : [PAPER, BOOK]) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(words); match !== null; match = pattern.exec(words)) {
      if (found === undefined || match.index > found.index) found = { index: match.index, text: match[0] };
    }
  }
  if (found === undefined) return undefined;
  const on = /^[\w.:-]{0,12}/u.exec(words.slice(found.index + found.text.length))?.[0] ?? "";
  return `${found.text}${on}`.replace(/\s+/gu, " ").replace(/[.:]$/u, "");
}

const PAPER_NAME = new RegExp(
  `(?:^|\\s)(?:${PAPERS.filter((one) => one.length > 2 && one !== "Order" && one !== "Notice").join("|")})\\.?$`,
  "u",
);

/** Whether a name before `supra` is one of the record: `Alder Decl.`, `Ex. C`. */
export function isPaper(name: string): boolean {
  return PAPER_NAME.test(name) || /(?:^|\s)(?:Exs?|Dkt|Doc|ECF|Tr)\.?\s(?:No\.\s)?\w{1,5}$/u.test(name);
}
