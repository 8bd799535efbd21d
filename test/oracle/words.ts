/**
 * Words and boundaries read from a text by the rules that the documentation states, with regular expressions and
 * strings: slow, plain, and nothing of the tokeniser that the engines use.
 */
export type Word = {
  readonly text: string;
  /** Words before this one. */
  readonly position: number;
  readonly begins: "none" | "sentence" | "paragraph";
};

const LONGEST_BYTES = 64;

/** Letters that Unicode does not take apart, and what a lawyer types for them. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ł: "l",
  þ: "th",
  ð: "d",
  ı: "i",
};

/** Stands in a shape for a letter that is not one letter of ASCII. */
const FOREIGN = "λ";
const LETTER = `[A-Za-z${FOREIGN}]`;
const CHARACTER = `[A-Za-z0-9${FOREIGN}]`;
const END = `(?!${CHARACTER})`;
const ORDINAL = `[2-9](?:[dD]|[tT][hH])${END}`;

/** `U.S.`, `e.g.`, `N.E.2d`, `N.E. 2d`: letters with a period after each and nothing between. */
const CLOSE_INITIALS = `${LETTER}(?:\\.[A-Za-z]${END})+(?:(?<=[A-Z])\\.[ \\n\\u00a0]?${ORDINAL})?`;
/** `U. S.`, `N. E. 2d`: capitals with a period and a space after each. */
const SPACED_INITIALS = `[A-Z](?:\\.[ \\n\\u00a0][A-Z](?=\\.))+(?:\\.[ \\n\\u00a0]${ORDINAL})?`;
/** `F.3d`, `F. 3d`. */
const REPORTER = `[A-Z]\\.[ \\n\\u00a0]?${ORDINAL}`;
const NUMBER = `[0-9]{1,3}(?:,[0-9]{3}${END})+`;
const PLAIN = `${CHARACTER}+`;
const POSSESSIVE = `'[sS]${END}`;

const WORD = new RegExp(
  `§+|¶+|(?:${CLOSE_INITIALS}|${SPACED_INITIALS}|${REPORTER}|${NUMBER}|${PLAIN})(?:(?!${POSSESSIVE})'${CHARACTER}+)*`,
  "gu",
);

/** What belongs to no word and is passed over behind one. */
const BEHIND = new RegExp(`^(?:${POSSESSIVE}|')`, "u");

/** All words of a text in order. `abbreviations` end no sentence before a capital. */
export function wordsOf(text: string, abbreviations: ReadonlySet<string>): Word[] {
  const units = unitsOf(text);
  const shape = units.map((unit) => unit.shape).join("");
  const words: Word[] = [];
  let end = 0;
  let last = { text: "", initials: false };
  const pattern = new RegExp(WORD);
  for (let match = pattern.exec(shape); match !== null; match = pattern.exec(shape)) {
    const gap = units.slice(end, match.index).map((unit) => unit.typed);
    const next = units[match.index]?.typed ?? "";
    const begins = words.length === 0 ? "none" : beginsAfter(gap.join(""), next, last, abbreviations);
    end = match.index + match[0].length;
    last = { text: folded(units.slice(match.index, end)), initials: match[0].includes(".") };
    words.push({ text: last.text, position: words.length, begins });
    const possessive = /^[§¶]/u.test(last.text) ? null : BEHIND.exec(shape.slice(end, end + 3));
    end += possessive?.[0].length ?? 0;
    pattern.lastIndex = end;
  }
  return words;
}

type Unit = { readonly typed: string; readonly shape: string; readonly letters: string };

/** One for each UTF-16 unit; those that stand inside words without being seen are left out. */
function unitsOf(text: string): Unit[] {
  return text.split("").flatMap((typed) => {
    const unit = known.get(typed) ?? unitOf(typed);
    known.set(typed, unit);
    return unit;
  });
}

const known = new Map<string, readonly Unit[]>();

function unitOf(typed: string): readonly Unit[] {
  if (/[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]/u.test(typed)) return [];
  if (/['’‘ʼ]/u.test(typed)) return [{ typed, shape: "'", letters: "" }];
  if (/[A-Za-z0-9]/u.test(typed)) return [{ typed, shape: typed, letters: typed }];
  if (!/[\p{L}\p{N}]/u.test(typed)) return [{ typed, shape: typed, letters: "" }];
  const letters = withoutMarks(withoutMarks(typed).toLowerCase())
    .replace(/./gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (letters === "") return [{ typed, shape: "-", letters }];
  return [{ typed, shape: /^[a-z0-9]$/u.test(letters) ? letters : FOREIGN, letters }];
}

function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}

function folded(units: readonly Unit[]): string {
  if (units[0]?.typed === "§" || units[0]?.typed === "¶") return units[0].typed;
  const letters = units.map((unit) => unit.letters).join("");
  const cut = Buffer.from(letters.toLowerCase()).subarray(0, LONGEST_BYTES).toString();
  return /^[0-9]+$/u.test(cut) ? cut.replace(/^0+(?=.)/u, "") : cut;
}

/** What begins with the word typed as `next`, with `gap` between it and the word before. */
function beginsAfter(
  gap: string,
  next: string,
  before: { readonly text: string; readonly initials: boolean },
  abbreviations: ReadonlySet<string>,
): Word["begins"] {
  if (/\n[\s\p{Cc}]*\n/u.test(gap)) return "paragraph";
  const [upToSpace] = gap.split(/[ \n]/u);
  const stop = upToSpace === gap ? undefined : /[.?!](?=[^.?!]*$)/u.exec(upToSpace ?? "")?.[0];
  if (stop === undefined || /^[a-z]$/u.test(next)) return "none";
  if (stop !== ".") return "sentence";
  const isInitial = before.initials || /^[a-z]$/u.test(before.text);
  return isInitial || abbreviations.has(before.text) ? "none" : "sentence";
}
