import { err, ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
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

function plainReading(text: string, notes: readonly string[] = []): Read {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { tree, phrase, words } = plain;
  const whole: QueryNode = phrase === undefined ? tree : { kind: "or", children: [tree, phrase], at: tree.at };
  return ok({
    tree: whole,
    operators: [],
    notes: [...notes, ...plain.notes],
    ...(words === undefined ? {} : { words }),
  });
}
