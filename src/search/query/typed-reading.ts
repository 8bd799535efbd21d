import { ok } from "#base/result.ts";
import type { QueryNode } from "#index/tree.ts";
import { citedAmong } from "./cited-among.ts";
import { anyOf } from "./normalise.ts";
import { plainReading } from "./plain-reading.ts";
import type { Read } from "./reading.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** As `plainReading`, but that citations among the words are looked up, and the others are what is asked for beside them. */
export function typedReading(text: string, notes: readonly string[] = []): Read {
  const among = citedAmong(text);
  if (among === undefined) return plainReading(text, notes);
  const { citations, rest } = among;
  const at = { start: 0, end: text.length };
  const read = plainReading(rest, notes);
  const mentions = citations.flatMap((citation): QueryNode[] => {
    const words = readWords(citation, at, { exact: true, root: false });
    return typeof words === "string" ? [] : [wordOrPhrase(words, at)];
  });
  const topic = /\p{L}/u.test(rest) ? rest.replaceAll(/\s+/gu, " ").trim() : "";
  if (!read.ok) return ok({ tree: anyOf(mentions, at), operators: [], notes, cited: citations, topic });
  const { tree, ...others } = read.value;
  return ok({ ...others, tree: { kind: "or", children: [tree, ...mentions], at }, cited: citations, topic });
}
