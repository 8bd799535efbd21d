import { collapseSpace } from "#text/typography.ts";

/**
 * What the lines of a docket say in words of their own kind whenever they say it. Where a question asks for it and no line
 * has such words, nothing answers, whatever else the lines share with the question.
 */
type Said = {
  readonly asks: RegExp;
  readonly isSaid: RegExp;
  /** The lines of the court alone count. */
  readonly byTheCourt: boolean;
};

const SAID: readonly Said[] = [
  {
    asks: /\b(?:revers(?:e|ed|al)|affirm(?:ed)?|on appeal decide|appeals? court (?:rule|decide|hold))\b/iu,
    isSaid:
      /\b(?:revers(?:e[ds]?|ing|al)|affirm(?:s|ed|ing|ance)?|vacat(?:e[ds]?|ing)|remand(?:s|ed|ing)?|mandate|dismiss(?:es|ed|ing|al))\b/iu,
    byTheCourt: true,
  },
  {
    asks: /\b(?:who (?:wrote|authored)|author of)\b[^?]*\bopinion\b/iu,
    isSaid: /\bopinion\b/iu,
    byTheCourt: true,
  },
  {
    asks: /\b(?:verdict|jur(?:y|ors) (?:find|found|award\w*|decide[ds]?|return\w*)|(?:did|what) [^?]*\bthe jur(?:y|ors) (?:find|award|decide|give|say))\b/iu,
    isSaid: /\bverdict\b/iu,
    byTheCourt: false,
  },
  {
    asks: /\b(?:was|is|were) [^?]*\b(?:convicted|found guilty|acquitted)\b/iu,
    isSaid: /\b(?:verdict|guilty|convict(?:s|ed|ion)|acquit\w*|plea|judgment)\b/iu,
    byTheCourt: false,
  },
  {
    asks: /\b(?:claim (?:terms?|construction)|terms?)\b[^?]*\bconstrued?\b|\bclaim construction (?:order|ruling|decision)\b/iu,
    isSaid:
      /\bconstru(?:es|ed|ing)\b|\bclaim construction (?:order|ruling|opinion)\b|\b(?:order|opinion|ruling)\b[^.;]{0,60}\bclaim construction\b/iu,
    byTheCourt: true,
  },
  {
    asks: /\b(?:sentence[ds]?|how (?:long|many (?:years|months)) [^?]*\b(?:prison|jail))\b/iu,
    isSaid: /\b(?:sentenc\w+|judgment|imprison\w*|custody)\b/iu,
    byTheCourt: false,
  },
  {
    asks: /\b(?:testif(?:y|ied)|testimony|what did (?:they|he|she|(?:the )?witness(?:es)?) (?:say|tell)\b|witness(?:es)? sa(?:y|id))\b/iu,
    isSaid: /\btestif\w+|\bsworn\b/iu,
    byTheCourt: false,
  },
  {
    asks: /\b(?:how much|what (?:sum|amount|damages|price|fine|settlement))\b/iu,
    isSaid: /[$£€]\s?\d|\b\d[\d,.]* dollars\b/iu,
    byTheCourt: false,
  },
];

/** Every complaint has been paid for. */
const FILING_FEE =
  /\(?\s*\bfil(?:ing|e) fee\b[^)]{0,120}\)?|\bfee (?:amount|paid)\b[^.)]{0,40}|\breceipt (?:number|#)[^.)]{0,40}/giu;
const ASKS_FOR_FEES = /\bfees?\b/iu;

/** Whether a part of a question asks for what none of the lines says. */
export function isUnsaid(
  part: string,
  lines: readonly { readonly words: string; readonly isOfCourt: boolean }[],
): boolean {
  const asked = SAID.filter(({ asks }) => asks.test(part));
  return asked.some(
    ({ isSaid, byTheCourt }) =>
      !lines.some(({ words, isOfCourt }) => (isOfCourt || !byTheCourt) && isSaid.test(wordsThatCount(part, words))),
  );
}

function wordsThatCount(part: string, words: string): string {
  return collapseSpace(ASKS_FOR_FEES.test(part) ? words : words.replace(FILING_FEE, " "));
}
