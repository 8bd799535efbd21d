import { expect, test } from "vitest";
import { quotedRuns } from "./quoted.ts";

/** The words `this` of a text that stand in quotation marks, by their number. */
function quotedOf(text: string): number[] {
  const isQuoted = quotedRuns(text);
  return [...text.matchAll(/this/gu)].flatMap(({ index }, at) => (isQuoted(index) ? [at] : []));
}

test.each<[string, number[]]>([
  ["“Say this,” and this.", [0]],
  ['"Say this," and this ("or this") too.', [0, 2]],
  ["this “one ‘of this’ and this” but this", [1, 2]],
  // Never closed: the next that opens is where a quotation begins.
  ["“Say this. Then this “and this” and this.", [0, 1, 2]],
  ['"Say this. Then this "and this" and this.', [0, 1, 2]],
  // Never opened.
  ["Say this.” Then this “and this” and this.", [2]],
  // A paragraph that runs on in the next.
  ["“Say this.\n\n“Say this.”\n\nSay this.", [0, 1]],
  ['"Say this.\n\nSay this.', [0]],
  ['a 12" board and this', []],
])("in %j stand quoted %j", (text, wanted) => expect(quotedOf(text)).toEqual(wanted));
