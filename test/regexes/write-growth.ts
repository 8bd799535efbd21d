import { writeFileSync } from "node:fs";
import { growthOfEntry } from "./entries/entry-growth.ts";
import { HOSTILE_TEXTS } from "./entries/hostile-texts.ts";
import { TEXT_ENTRIES } from "./entries/text-entries.ts";

/** Writes docs/internals/growth.md anew: `npm run growth`. */
const HEAD = `# Growth of work with the text

For each place where text of somebody else's comes in: how the work of regular expressions grows on the worst of
${HOSTILE_TEXTS.length} hostile texts (runs of one class, near misses of what opens a form, separators and openings again and again,
brackets that never close). Work is counted, not timed: the steps of a backtracking matcher that goes the way the standard
tells, over all expressions that run while the text is read (\`test/regexes/\`). A degree of 1 is linear; the test fails at
1.5. A text that grows faster while it is short is measured again when it is long (a query: up to its limit of 4,096
characters): windows of some hundred characters are full by then.

Not seen: loops, searches for a string and tables outside of regular expressions; what reads the bytes of a PDF file, a
Written by \`npm run growth\`.

| entry | degree | steps | characters | worst text |
|---|---|---|---|---|
`;

const rows: string[] = [];
for (const entry of TEXT_ENTRIES) {
  const { text, at, degree } = await growthOfEntry(entry);
  const steps = at.map((one) => one.steps.toLocaleString("en")).join(" → ");
  const chars = at.map((one) => one.chars.toLocaleString("en")).join(" → ");
  rows.push(`| ${entry.name} | ${degree.toFixed(2)} | ${steps} | ${chars} | \`${text.replaceAll("|", "\\|")}\` |`);
  process.stderr.write(`${rows.at(-1)}\n`);
}
writeFileSync(new URL("../../docs/internals/growth.md", import.meta.url), `${HEAD}${rows.join("\n")}\n`);
