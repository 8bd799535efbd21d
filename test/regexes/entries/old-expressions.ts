/** Expressions of the obvious shape that take a power of their text's length, or an exponential time. */
export const OLD_EXPRESSIONS: readonly (readonly [name: string, expression: string, flags: string])[] = [
  ["a range of days", String.raw`^(?<open>[[{])\s*(?<first>[^\]}]*?)\s+to\s+(?<last>[^\]}]*?)\s*(?<close>[\]}])`, "iu"],
  [
    "what may be a citation in a sentence",
    String.raw`\b\d{1,4} [A-Z][\w.]*(?: ?[\w.]+){0,3} \d{1,5}\b|\bv\. |\b[Ii]d\. at|§+ ?\d|\bsupra\b|\((?:\w+\. ?)*\d{4}\)`,
    "gu",
  ],
  ["marks at the end of a name", String.raw`(?:\s*[*\u2020\u2021]+|\s*\[\d+\])+\s*$`, "u"],
  [
    "a citation at the head of an opinion",
    String.raw`^(\d{1,4}) ((?:[A-Z][\p{L}.'\u2019]*\s?)(?:[\p{L}\d.'\u2019]+\s?){0,4}?) (\d{1,5})(?: \((?:[\p{L}.]+ ){0,2}\d{4}\))?$`,
    "u",
  ],
  [
    "minutes on a docket line",
    String.raw`^(?:(?:virtual|electronic|text|amended|remote|corrected|sealed|telephonic|clerk'?s?|courtroom|court|hearing|calendar|criminal|minute|[([]?\w+ only[)\]]?)\W+)*(?:minute entry|minute sheet|minutes\b(?!\W+(?:in chambers|order|general))|proceeding memo|hearing held|court proceedings?|proceedings held)`,
    "iu",
  ],
  [
    "the head of a mail",
    String.raw`^(?:[A-Za-z][A-Za-z\d-]*:[^\n]*\r?\n)(?:(?:[A-Za-z][A-Za-z\d-]*:|[ \t])[^\n]*\r?\n)+\r?\n`,
    "u",
  ],
  [
    "what stands between a quotation and its citation",
    String.raw`^[\s.,;:?!'\u2019"\u201d)\]]*(?:\d{1,3}[\s.]*)?(?:\((?:emphasis|citations?|internal|alterations?|footnotes?|quotation)[^()]{0,80}\)[\s.,;]*)*[([\u2014\u2013-]?\s*$`,
    "iu",
  ],
];
