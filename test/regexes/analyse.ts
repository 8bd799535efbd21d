import { allRegexes } from "./all-regexes.ts";
import { verdictOf } from "./verdict.ts";
import type { Growth, Verdict } from "./verdict.ts";
import { inWords, readVerdicts, writeVerdicts } from "./verdict-table.ts";

/** Judges the program's regular expressions: those that are new, or with `--anew` all; and writes the table. */
const isAnew = process.argv.includes("--anew");
const { regexes, literals, built, unseen } = allRegexes();
if (unseen.length > 0) throw new Error(`exercise these in exercise-builders.ts: ${unseen.join(", ")}`);
const known = readVerdicts();
const verdicts = new Map<string, Verdict>();
const changed: string[] = [];
for (const regex of regexes) {
  const before = known.get(regex.key);
  if (before !== undefined && !isAnew) verdicts.set(regex.key, before);
  else {
    const found = await verdictOf(regex);
    // How far the analyser comes hangs on how busy the machine is: what it once decided stands.
    const verdict = before !== undefined && found.isByProbes && !before.isByProbes ? before : found;
    verdicts.set(regex.key, verdict);
    if (before?.growth === verdict.growth) continue;
    const shown = `${inWords(verdict)}\t${regex.paths[0]}\t/${regex.source}/${regex.flags}`;
    process.stdout.write(`${shown}\n`);
    if (before !== undefined) changed.push(shown);
  }
}
writeVerdicts(regexes, verdicts);
const count = (growth: Growth): number => [...verdicts.values()].filter((verdict) => verdict.growth === growth).length;
const byProbes = [...verdicts.values()].filter((verdict) => verdict.isByProbes).length;
process.stdout.write(
  `${regexes.length} expressions (${literals} literals, ${built} built): ${count("linear")} linear, ${count("quadratic")} quadratic, ${count("steep")} steep; ${byProbes} by probes\n`,
);
// Its threads do not end by themselves.
process.exit(changed.length > 0 ? 1 : 0);
