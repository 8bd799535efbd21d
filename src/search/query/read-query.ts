import type { QueryReader, Read, ReadContext } from "./reading.ts";
import { readBoolean } from "./readers/boolean.ts";
import { readCaseName } from "./readers/case-name.ts";
import { readDocketNumber } from "./readers/docket-number.ts";
import { readFirmName } from "./readers/firm-name.ts";
import { readForeignSyntax } from "./readers/foreign-syntax.ts";
import { readPassage } from "./readers/passage.ts";
import { readPlainWords } from "./readers/plain-words.ts";
import { readPossibleRecord } from "./readers/possible-record.ts";
import { readPrintedCitation } from "./readers/printed-citation.ts";
import { readStatute } from "./readers/statute.ts";
import { readTooLong } from "./readers/too-long.ts";
import { readTypedCitation } from "./readers/typed-citation.ts";

/**
 * The readers in the order in which they are asked; the first that knows the form of a text reads it. A text that none
 * of them knows is read by its operators.
 */
export const READERS: readonly (readonly [form: string, reader: QueryReader])[] = [
  // Nothing else looks at a text without a bound.
  ["too long", readTooLong],
  // A section is written like a citation; taken for one, it would be looked for among the decisions.
  ["statute", readStatute],
  // The names of records come before everything that would take them for words. The extractor, which knows the
  // reporters, comes before the shapes.
  ["printed citation", readPrintedCitation],
  // `19 Civ. 1234` is a number between which and its year stands what has the shape of a reporter.
  ["docket number", readDocketNumber],
  ["typed citation", readTypedCitation],
  // What is a record's name for certain is taken by now.
  ["possible record", readPossibleRecord],
  // Quotation marks, parentheses, names and operators in a pasted text are its own.
  ["passage", readPassage],
  // `&` in a name is no operator, and the name is more than its words.
  ["case name", readCaseName],
  ["plain words", readPlainWords],
  // What is left has operators. One that cannot be meant is told before the others are applied.
  ["foreign syntax", readForeignSyntax],
  // `&` between capitals may be part of a name, beside being AND.
  ["firm name", readFirmName],
];

export function readQuery(text: string, context: ReadContext): Read {
  for (const [, reader] of READERS) {
    const read = reader(text, context);
    if (read !== undefined) return read;
  }
  return readBoolean(text, context);
}
