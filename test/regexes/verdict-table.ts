import { readFileSync, writeFileSync } from "node:fs";
import type { Known } from "./all-regexes.ts";
import type { Attack, Growth, Verdict } from "./verdict.ts";

const FILE = new URL("verdicts.tsv", import.meta.url);
const BY_PROBES = " by probes";

/** By key; what is proved linear stands there by its key alone. */
export function readVerdicts(): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const line of readFileSync(FILE, "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [key = "", words = "linear", steps = "", attack = ""] = line.split("\t");
    verdicts.set(key, {
      growth: words.replace(BY_PROBES, "") as Growth,
      isByProbes: words.endsWith(BY_PROBES),
      steps: steps === "" ? null : (JSON.parse(`[${steps}]`) as [number, number]),
      attack: attack === "" ? null : (JSON.parse(attack) as Attack),
    });
  }
  return verdicts;
}

export function writeVerdicts(regexes: readonly Known[], verdicts: ReadonlyMap<string, Verdict>): void {
  const lines = regexes.flatMap(({ key, paths, source, flags }) => {
    const verdict = verdicts.get(key);
    if (verdict === undefined) return [];
    if (verdict.growth === "linear" && !verdict.isByProbes) return [key];
    const attack = verdict.attack === null ? "" : JSON.stringify(verdict.attack);
    return [
      [key, inWords(verdict), verdict.steps?.join(",") ?? "", attack, paths[0], `/${source}/${flags}`].join("\t"),
    ];
  });
  const head = [
    "# How the time of each regular expression grows: npm run regexes writes this. A key alone is linear.",
    "# key\tgrowth\tsteps on 500 and 1,000 characters\tworst text\tpath\texpression",
  ];
  writeFileSync(FILE, `${[...head, ...lines.toSorted()].join("\n")}\n`);
}

export function inWords({ growth, isByProbes }: Verdict): string {
  return `${growth}${isByProbes ? BY_PROBES : ""}`;
}
