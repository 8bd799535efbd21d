import { writeFileSync } from "node:fs";
import { DEGREE_MAX, growthOfEntry, STEPS_AT_LIMIT_MAX } from "./entries/entry-growth.ts";
import { HOSTILE_TEXTS } from "./entries/hostile-texts.ts";
import { LOOP_ENTRIES, longestRead, STEPS_ON_LOOP_MAX } from "./entries/loop-entries.ts";
import { TEXT_ENTRIES } from "./entries/text-entries.ts";

/** Writes test/regexes/growth.md anew: `npm run growth`. */
const HEAD = `# Growth of work with the text

For each place where text of somebody else's comes in: how the work of regular expressions grows on the worst of
${HOSTILE_TEXTS.length} hostile texts (runs of one class, near misses of what opens a form, separators and openings again and again,
brackets that never close). Work is counted, not timed: the steps of a backtracking matcher that goes the way the standard
tells, over all expressions that run while the text is read (\`test/regexes/entries\`). A degree of 1 is linear. Each text
is read at 100 and 400 characters; where the steps grew suspiciously, at 800, 1,600 and 3,200, or up to the limit of an
entry that has one: windows of some hundred characters are full by then. \`test/regexes/entry-growth.test.ts\` fails at a
degree of ${DEGREE_MAX}, but for an entry with a limit, where the longest text takes less than ${STEPS_AT_LIMIT_MAX.toLocaleString("en")} steps. Entries
marked with * are read with every sixth text.

Not seen: loops, searches for a string and tables outside of regular expressions, and what reads the bytes of a PDF file.

Written by \`npm run growth\`.

| entry | limit, characters | degree | characters | steps | worst text |
|---|---|---|---|---|---|
`;

const rows: string[] = [];
for (const entry of TEXT_ENTRIES) {
  const { text, at, degree } = await growthOfEntry(entry);
  const last = at.at(-1);
  if (last === undefined) throw new Error(`${entry.name} was not read.`);
  const name = entry.isSlow === true ? `${entry.name} *` : entry.name;
  const [limit, chars, steps] = [entry.chars_max, last.chars, last.steps].map((one) => one?.toLocaleString("en") ?? "");
  const shown = text.replaceAll("|", String.raw`\|`);
  rows.push(`| ${name} | ${limit} | ${degree.toFixed(2)} | ${chars} | ${steps} | \`${shown}\` |`);
}
const loop: string[] = [];
for (const entry of LOOP_ENTRIES) {
  const { text, steps } = await longestRead(entry);
  loop.push(
    `| ${entry.name} | ${entry.chars_max} | ${steps.toLocaleString("en")} | \`${text.replaceAll("|", String.raw`\|`)}\` |`,
  );
}
const LOOP = `
## What is read on the event loop
Longer texts are read on threads with a deadline. What is read where every request waits for it, at the longest, on the
worst of all hostile texts; \`test/regexes/entry-growth.test.ts\` fails at ${STEPS_ON_LOOP_MAX.toLocaleString("en")} steps. On one core of a
busy machine the worst query took 2 ms, the worst name of a court 12 ms (of six to fifteen tries the quickest).

| entry | characters | steps | worst text |
|---|---|---|---|
${loop.join("\n")}
`;
writeFileSync(new URL("growth.md", import.meta.url), `${HEAD}${rows.join("\n")}\n${LOOP}`);
