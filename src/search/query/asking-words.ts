import { readFileSync } from "node:fs";

let words: ReadonlySet<string> | undefined;

/** Whether a word is one that a question is put with (`much`, `get`, `happens`), and that no provision is about. */
export function isAskingWord(word: string): boolean {
  words ??= readList();
  return words.has(word);
}

function readList(): ReadonlySet<string> {
  const lines = readFileSync(new URL("./asking-words.txt", import.meta.url), "utf8").split("\n");
  return new Set(lines.filter((line) => line !== "" && !line.startsWith("#")));
}
