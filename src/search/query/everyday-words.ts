import { readFileSync } from "node:fs";

let table: ReadonlyMap<string, readonly string[]> | undefined;

/** What statutes say for a word of everyday speech, words or phrases: `employer` for `boss`. */
export function statutoryWords(word: string): readonly string[] {
  table ??= readTable();
  return table.get(word) ?? [];
}

function readTable(): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(new URL("./everyday-words.tsv", import.meta.url), "utf8").split("\n");
  const rows = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    rows.map((line) => {
      const [said = "", statutory = ""] = line.split("\t");
      return [said, statutory.split("; ")];
    }),
  );
}
