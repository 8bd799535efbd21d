import { err, ok } from "#base/result.ts";
import type { QueryNode, Span } from "#index/tree.ts";
import { docketWord } from "#search/filings.ts";
import { emptyFault } from "./fault.ts";
import { readPlain } from "./plain.ts";
import type { QueryReader, Read, ReadContext } from "./reading.ts";
import { readBoolean } from "./readers/boolean.ts";
import { readFirmName } from "./readers/firm-name.ts";
import { readForeignSyntax } from "./readers/foreign-syntax.ts";
import { plainWordsReader } from "./readers/plain-words.ts";
import { readTooLong } from "./readers/too-long.ts";

/** The readers of a query of filings: those of opinions that do not look for decisions. */
const READERS: readonly QueryReader[] = [readTooLong, plainWordsReader(plainReading), readForeignSyntax, readFirmName];

/** Reads a query of filings. */
export function readFilingQuery(text: string, context: ReadContext): Read {
  for (const reader of READERS) {
    const read = reader(text, context);
    if (read !== undefined) return read;
  }
  return readBoolean(text, context);
}

/** A text that is a docket number and no more: `24CV00317`, `No. 24-CV-317`. */
const DOCKET =
  /^\s*(?:(?:case|cause|docket|index|no|nos|number)[\s.:#]*){0,3}(?=[^\s]*\d)[\w:/.-]{2,30}(?:[\s-][\w-]{1,12}){0,2}\s*$/iu;
/** What a filing of the case that the query numbers scores above one that has the words. */
const NUMBERED_FACTOR = 20;

/** Whether the whole query is a docket number. */
export function namesDocket(text: string): boolean {
  return DOCKET.test(text) && docketWord(text) !== "";
}

/** The filings of the case whose docket number the whole query is. */
function ofDocket(text: string, at: Span): QueryNode | undefined {
  if (!namesDocket(text)) return undefined;
  const word = docketWord(text);
  return {
    kind: "boost",
    factor: NUMBERED_FACTOR,
    child: { kind: "term", text: word, exact: true, field: "key", at },
    at,
  };
}

function plainReading(text: string, notes: readonly string[] = []): Read {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { tree, phrase, words } = plain;
  const more = [phrase, ofDocket(text, tree.at)].filter((node) => node !== undefined);
  const whole: QueryNode = more.length === 0 ? tree : { kind: "or", children: [tree, ...more], at: tree.at };
  return ok({
    tree: whole,
    operators: [],
    notes: [...notes, ...plain.notes],
    ...(words === undefined ? {} : { words }),
  });
}
