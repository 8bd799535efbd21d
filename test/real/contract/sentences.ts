import { createHash } from "node:crypto";

/** A sentence or a table row of the specification: what somebody may rely on. */
export type Claim = {
  /** Of the section and the words; the same wherever the claim stands in its section. */
  readonly key: string;
  /** The nearest heading above. */
  readonly section: string;
  readonly text: string;
};

/** Every sentence and every table row of a Markdown text, headings and the heads of tables left out. */
export function claimsOf(markdown: string): Claim[] {
  const claims: Claim[] = [];
  let section = "";
  const lines = markdown.split("\n");
  lines.forEach((line, at) => {
    const heading = /^#+ (?<title>.*)$/u.exec(line)?.groups?.["title"];
    if (heading !== undefined) section = heading;
    const isHead = isRow(line) && isRule(lines[at + 1] ?? "");
    if (heading !== undefined || isHead || isRule(line)) return;
    for (const text of isRow(line) ? [line] : sentencesOf(line)) claims.push(claimOf(section, text));
  });
  return claims;
}

const isRow = (line: string): boolean => line.startsWith("|");
const isRule = (line: string): boolean => /^\|[\s|:-]+$/u.test(line);

/** A line holds whole sentences; a period ends one before a capital, a backquote or the end of the line. */
function sentencesOf(line: string): string[] {
  return line
    .replace(/^(?:\d+\.|-) /u, "")
    .split(/(?<=[.?!])\s+(?=[A-Z`])/u)
    .filter((sentence) => sentence.trim() !== "");
}

function claimOf(section: string, text: string): Claim {
  const words = text.normalize("NFKC").replace(/\s+/gu, " ").trim();
  const key = createHash("sha256").update(`${section}\n${words}`).digest("hex").slice(0, 10);
  return { key, section, text: words };
}
