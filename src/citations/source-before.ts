/** How far back the words right before an `id.` are looked at. */
const CHARS_MAX = 160;
const WORDS_MAX = 16;

const SIGNAL_WORDS: ReadonlySet<string> = new Set(
  "see also and accord cf. e.g., e.g. compare with but (see ( & in".split(" "),
);
/** Words that point at a place of a paper. */
const PLACE_WORD =
  /^(?:at|p{1,2}\.|pgs?\.|pages?|paras?\.|paragraphs?|nos?\.|cols?\.|ll?\.|lines?|nn?\.|fns?\.|notes?|arts?\.|vols?\.|cls?\.|\u00b6{1,2}|\u00a7{1,2}|#|and|&|to|-|\u2013)$/iu;
/** `12`, `\u00b612`, `311:5-9`, `1-ER-12`, `1/2/20`, `(1/2/20)`, `A-3`. */
const PLACE = /^[([]?[*#\u00b6\u00a7]{0,2}(?:[A-Z]{1,3}-?)?\d[\w:.,;/()\u2013-]{0,24}$/u;
/** Between the words of a name: `Brief for Petitioner`, `Tr. of Oral Arg.` */
const LINK: ReadonlySet<string> = new Set(["of", "for", "the", "to", "as", "and", "&", "on", "in", "re", "op."]);
const NAME_WORD =
  /^[('"\u2018\u2019\u201c[]{0,2}(?:[A-Z][\w.,'\u2019&:-]*|\d{1,3}[A-Z]{1,3}|\d{1,2}-[A-Z]{2,4}-\d{1,6}|\d{1,4}(?:\.\d)?)[)\]"\u201d]?[.,;]?$/u;
/** A mark stamped on papers, its number within: `1-ER-12`, `DX-12`, `3AC`. */
const STAMP = /[A-Z]{2}/u;
/** A word that ends a sentence or a clause: of small letters, or behind a closing sign. */
const ENDS = /(?:[a-z\d]{2}[.;:]|[;:!?)\]\u201d"\u2014])['"\u2019\u201d)\]]{0,2}$/u;
const MONTH =
  /^(?:Jan(?:uary|\.)|Feb(?:ruary|\.)|Mar(?:ch|\.)|Apr(?:il|\.)|May|June|July|Aug(?:ust|\.)|Sept?(?:ember|\.)|Oct(?:ober|\.)|Nov(?:ember|\.)|Dec(?:ember|\.))$/u;
const YEAR = /^(?:1[5-9]|20)\d\d[.,;)]{0,2}$/u;
/** With a number, a matter of law or of counting and no paper. */
const NO_PAPER: ReadonlySet<string> = new Set(
  "section sections rule rules count counts title part chapter article amendment law laws act acts in on at by the a an this that these those he she they it we class level phase step".split(
    " ",
  ),
);

/**
 * The paper, book or other source that is cited right before these words end, by its shape: a name in capitals or
 * abbreviations, alone in its clause, with the page, paragraph or line pointed at behind it (`R.R. 12`, `Handbook at 4`,
 * `Brief for Petitioner 12`). No list can have all names by which courts call what lies before them. Undefined
 * where the words before are prose.
 */
export function sourceRightBefore(words: string): string | undefined {
  const tokens = words.slice(-CHARS_MAX).trimEnd().split(/\s+/u);
  const all = tokens.length;
  while (SIGNAL_WORDS.has((tokens.at(-1) ?? "").toLowerCase())) tokens.pop();
  let at = tokens.length - 1;
  const last = tokens[at] ?? "";
  if (tokens.length === all && !/[.;,:)\]]$/u.test(last)) return undefined;
  let isPointed = false;
  let places = 0;
  while (at >= 0 && places < WORDS_MAX) {
    const token = tokens[at] ?? "";
    if (PLACE_WORD.test(token)) isPointed = true;
    else if (!PLACE.test(token) || STAMP.test(token)) break;
    places += 1;
    at -= 1;
  }
  const isStamp = STAMP.test(last) && /\d/u.test(last) && places === 0;
  if (isStamp) return nameBefore(tokens, at, true);
  if (places === 0 && !/^[A-Z]{1,2}[.;,]?$/u.test(last)) return undefined;
  if (places === 0) {
    if (!/^\(?(?:Ex|Exh|Exhibit|Tab|App|Appendix|Attach|Schedule|Sched)s?\.?$/u.test(tokens[at - 1] ?? ""))
      return undefined;
    isPointed = true;
    at -= 1;
  }
  const before = tokens[at] ?? "";
  if (!isPointed && YEAR.test(last)) return undefined;
  if (!isPointed && MONTH.test(before.replace(/^[("]/u, ""))) return undefined;
  return nameBefore(tokens, at, isPointed);
}

/** The name that ends at `last`, with what stands behind it; undefined where it is no clause of its own. */
function nameBefore(tokens: readonly string[], last: number, isPointed: boolean): string | undefined {
  let begin: number | undefined;
  let hasLink = false;
  for (let at = last; at >= 0 && last - at < WORDS_MAX; at -= 1) {
    const token = tokens[at] ?? "";
    const isName = NAME_WORD.test(token);
    if (!isName && !LINK.has(token)) break;
    if (!isName) {
      hasLink ||= token === "on" || token === "in";
      continue;
    }
    const behind = tokens[at - 1];
    const opens = /^["'\u2018\u201c]?[([]/u.test(token);
    if (opens || at === 0 || behind === undefined || ENDS.test(behind)) begin = at;
    else if (/^(?:[Ss]ee|also|[Cc]f\.|e\.g\.,|\(?[Ss]ee,)$/u.test(behind)) begin = at;
    else if (isPointed && /[a-z],$/u.test(behind)) begin = at;
    else if (!hasLink && /^[A-Z].*\.$/u.test(behind) && !ABBREVIATES.test(behind)) begin ??= at;
    if (opens || (behind !== undefined && ENDS.test(behind) && !/^[A-Z]/u.test(behind))) break;
  }
  if (begin === undefined) return undefined;
  const name = tokens.slice(begin, last + 1);
  if (!name.some((word) => /[A-Z]/u.test(word))) return undefined;
  if (name.every((word) => NO_PAPER.has(word.replace(/,$/u, "").toLowerCase()))) return undefined;
  return tokens
    .slice(begin)
    .join(" ")
    .replace(/^[(["'\u201c]{1,3}/u, "")
    .replace(/[.;,:]$/u, "");
}

/** What shortens a word within a name rather than ends a sentence. */
const ABBREVIATES = /^(?:[A-Z]\.)+$|^(?:Mr|Mrs|Ms|Dr|St|Sgt|Lt|Capt|Gen|Gov|Hon|Jr|Sr|Co|Corp|Inc|No|Nos|Mt|Ft)\.$/u;
