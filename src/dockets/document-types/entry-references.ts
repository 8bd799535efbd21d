/** Where a line of a docket names the paper of another entry by its number. */
export type EntryReference = {
  readonly start: number;
  readonly end: number;
  /**
   * Where the list of papers that belong to the line begins, `(Related Doc # 7 , 85 )`, when the number stands in one;
   * null when it stands in the words of the line.
   */
  readonly listStart: number | null;
  /** Other numbers stand in that list. */
  readonly isOneOfMany: boolean;
};

/** What is counted or numbered and is no entry: `Chapter 13`, `Rule 12`, `Claim No. 4`, `January 26, 2010`. */
const OTHER_NUMBERED =
  /(?:\b(?:(?<!\bin )parts?|chapters?|ch|rules?|sections?|secs?|claims?|poc|counts?|exhibits?|exh|pages?|pp|paragraphs?|courtrooms?|ctrm|room|rm|floor|suite|title|lots?|units?|class|classes|phase|group|volume|vol|judge|version|form|parcel|account|acct|box|defendants?|plaintiffs?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?|§)\s*(?:\(s\)\s*)?(?:(?:nos?|numbers?)\b\.?|#)?\s*$/iu;
const COUNTED =
  /^(?:\p{L}|\s*(?:(?:(?:additional|more|calendar|business|court|further)\s+)?(?:days?|weeks?|months?|years?|hours?|minutes?|pages?|copies|a\.?m\b|p\.?m\b|U\.?S|F\.|percent)|\([a-z]\)|, (?:19|20)\d\d\b|st\b|nd\b|rd\b|th\b))/iu;
const LIST_OPENS =
  /(?:[([]\s*(?:re\b|related\b)|\b(?:re|related)\b\W{0,3}(?:items?|doc(?:ument)?s?(?:\(s\))?)\W{0,3}#?)[^()[\]]*(?:\([^()]*\)[^()[\]]*)*$/iu;
const ANY_REFERENCE =
  /[([]\s*(?:re|related)\b[^)\]]{0,40}\d|\brelated doc|\bitem ?#|\[\d{1,6}(?:-\d{1,3})?\]|\b(?:ecf|dkt|doc(?:ument|ket)?s?|docket entry|d\.e|filings?|entry|entries)\b\.?\s*(?:(?:nos?|numbers?)\b\.?|#)?\s*\d|\bDE\s*(?:nos?\.?\s*)?\d{1,4}(?!\d)|#\s*\d|\b\d{1,6}\W+(?:\w+\W+){0,3}(?:motion|application|petition|request|objection)\b/iu;

/** Attachments have numbers of their own. */
const ATTACHED = /[([]\s*attachments?:[^()[\]]*(?:\([^()]*\)[^()[\]]*)*/giu;
/** Before a number its list is looked for so far back. */
const LIST_CHARS_MAX = 2000;
const REFERENCES_MAX = 50;

/** Where a line names the paper that the docket numbers so. */
export function referencesTo(words: string, number: string): EntryReference[] {
  if (!/^\d{1,6}$/u.test(number)) return [];
  const line = withoutAttachments(words);
  const standsAlone = new RegExp(
    String.raw`(?<![\d.,:/$§#\-]|\d )(?:${number}(?![\d:/%\-]|[.,]\d)|(?<=\[)${number}(?=-\d{1,3}\]))`,
    "gu",
  );
  return [...line.matchAll(standsAlone)].slice(0, REFERENCES_MAX).flatMap(({ index: start }) => {
    const end = start + number.length;
    const before = line.slice(Math.max(0, start - LIST_CHARS_MAX), start);
    if (OTHER_NUMBERED.test(before.slice(-40)) || COUNTED.test(line.slice(end, end + 30))) return [];
    const list = LIST_OPENS.exec(before);
    return [{ start, end, ...listOf(list, start - before.length, line.slice(end)) }];
  });
}

function listOf(
  list: RegExpExecArray | null,
  offset: number,
  behind: string,
): Pick<EntryReference, "listStart" | "isOneOfMany"> {
  if (list === null) return { listStart: null, isOneOfMany: false };
  const others = `${list[0]} ${/^[^()[\]]*/u.exec(behind)?.[0] ?? ""}`;
  return { listStart: offset + list.index, isOneOfMany: /[\s#,;]\d{1,6}(?=[\s,;]|$)/u.test(others) };
}

/** Whether a line names any paper by its number. */
export function refersToEntries(line: string): boolean {
  return ANY_REFERENCE.test(withoutAttachments(line));
}

/** Places stay as they are. */
function withoutAttachments(line: string): string {
  return line.replace(ATTACHED, (list) => " ".repeat(list.length));
}
