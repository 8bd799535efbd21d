import { readTypedLaw, TYPED_LAW_CHARS_MAX } from "#citations/laws/typed-law.ts";
import type { TypedLaw } from "#citations/laws/typed-law.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { usualNames } from "#citations/laws/usual-names.ts";
import { err, ok } from "#base/result.ts";
import type { QueryNode, Span } from "#index/tree.ts";
import { CITED_IN, wordOfKey } from "#search/laws.ts";
import { definitionsAsked } from "./definition.ts";
import { emptyFault } from "./fault.ts";
import { readPlain } from "./plain.ts";
import type { QueryReader, Read, ReadContext } from "./reading.ts";
import { readBoolean } from "./readers/boolean.ts";
import { readFirmName } from "./readers/firm-name.ts";
import { readForeignSyntax } from "./readers/foreign-syntax.ts";
import { plainWordsReader } from "./readers/plain-words.ts";
import { readTooLong } from "./readers/too-long.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** What a provision that the query names outright scores above one that has its words; of several each a little less than the one before. */
const NAMED_FACTOR = 20;
const NAMED_STEP = 2;
const NAMED_FACTOR_MIN = 10;
/** What a provision of an act scores whose name stands among other words: `Miller Act payment bond`. */
const AMONG_FACTOR = 6;

/** The readers of a query of laws: those of opinions that do not look for decisions. */
const READERS: readonly QueryReader[] = [
  readTooLong,
  readEdition,
  plainWordsReader(plainLawReading),
  readForeignSyntax,
  readFirmName,
];

/** Reads a query of laws; a citation of a provision puts that provision first. */
export function readLawQuery(text: string, context: ReadContext): Read {
  for (const reader of READERS) {
    const read = reader(text, context);
    if (read !== undefined) return read;
  }
  return readBoolean(text, context);
}

const EDITION = /\([^()]{1,60}\)\s*$/u;

/** `17 U.S.C. § 107 (2018 & Supp. IV)`: the edition chooses no version, and its `&` is no operator. */
function readEdition(text: string): Read | undefined {
  if (text.length > TYPED_LAW_CHARS_MAX || !EDITION.test(text)) return undefined;
  const { edition, numbers } = readTypedLaw(text);
  return edition === null || numbers.length === 0 ? undefined : plainLawReading(text.replace(EDITION, ""));
}

function plainLawReading(text: string, notes: readonly string[] = []): Read {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { at } = plain.tree;
  const cited = text.length > TYPED_LAW_CHARS_MAX ? undefined : readTypedLaw(text);
  const words = cited === undefined ? plain.tree : withNumbers(plain.tree, cited.numbers, at);
  const outright =
    cited === undefined
      ? []
      : [
          ...namedProvisions(cited, at),
          ...actsAmong(text).map((citation, place) =>
            named(wordOfKey(lawKey(citation)), Math.max(1, AMONG_FACTOR - place), at),
          ),
          ...numbered(text, at),
          ...definitionsAsked(text, at),
        ];
  const more = [plain.phrase, ...outright].filter((node) => node !== undefined);
  const tree: QueryNode = more.length === 0 ? words : { kind: "or", children: [words, ...more], at };
  const inOrder = plain.words === undefined ? {} : { words: plain.words };
  return ok({ tree, operators: [], notes: [...notes, ...plain.notes], ...inOrder });
}

const SECTION_ALONE =
  /^\s*(?:§{1,2}|sec(?:tion|\.)?)\s*(\d[\p{L}\p{N}.:-]{0,20})((?:\s?\([\p{L}\p{N}]{1,5}\)){0,6})\s*$/iu;

/** `section 1201(a)(1)(A)` without its code: every provision of that number, first the one that is so cited. */
function numbered(text: string, at: Span): readonly QueryNode[] {
  const [, number, subsections = ""] = SECTION_ALONE.exec(text) ?? [];
  if (number === undefined) return [];
  return [
    ...exactly(number, { field: "number", factor: NAMED_FACTOR, at }),
    ...exactly(`${number}${subsections}`, { field: CITED_IN, factor: NAMED_FACTOR, at }),
  ];
}

function exactly(
  text: string,
  { field, factor, at }: { readonly field: string; readonly factor: number; readonly at: Span },
): readonly QueryNode[] {
  const read = readWords(text, at, { exact: true, root: false });
  return typeof read === "string" ? [] : [{ kind: "boost", factor, child: { ...wordOrPhrase(read, at), field }, at }];
}

/** The words of a citation with a number of it: what has those of its code alone is all the code. */
function withNumbers(words: QueryNode, numbers: readonly string[], at: Span): QueryNode {
  const children = numbers.flatMap((number) => {
    const read = readWords(number, at, { exact: false, root: false });
    return typeof read === "string" ? [] : [wordOrPhrase(read, at)];
  });
  return children.length === 0 ? words : { kind: "and", children: [words, { kind: "or", children, at }], at };
}

/** The provisions whose citation the whole query is, under every key that it may have. */
function namedProvisions({ attempts, several, usual }: TypedLaw, at: Span): readonly QueryNode[] {
  const keys = [...attempts.map(({ key }) => key), ...[...several, ...usual].map(lawKey)];
  return [...new Set(keys.map(wordOfKey))].map((word, place) =>
    named(word, Math.max(NAMED_FACTOR_MIN, NAMED_FACTOR - NAMED_STEP * place), at),
  );
}

function named(word: string, factor: number, at: Span): QueryNode {
  return { kind: "boost", factor, child: { kind: "term", text: word, exact: true, field: "key", at }, at };
}

/** Words that end the name of an act; names are so long at most. */
const ENDS_NAME = /^(?:act|clause)$/iu;
const NAME_WORDS_MAX = 8;

/** The provisions of acts and clauses whose names stand among other words of a query. */
function actsAmong(text: string): readonly string[] {
  const words = text.trim().split(/\s+/u);
  return words.flatMap((word, at) => (ENDS_NAME.test(word) ? actEnding(words, at) : []));
}

/** The longest name that ends there, unless it is the whole query, which is looked up as such. */
function actEnding(words: readonly string[], end: number): readonly string[] {
  for (let from = Math.max(0, end - NAME_WORDS_MAX + 1); from < end; from++) {
    if (end - from + 1 === words.length) continue;
    const citations = usualNames(words.slice(from, end + 1).join(" "));
    if (citations.length > 0) return citations;
  }
  return [];
}
