import { parseArgs } from "node:util";

import fc from "fast-check";

import { lives, longLives } from "./random/lives.ts";
import { live, noCounts } from "./random/run.ts";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const cases = Number(values.cases);
const LIVES_PER_ROUND = 100;

const counts = noCounts();
for (let seed = Number(values.seed); counts.cases < cases; seed++) {
  const parameters = { seed, numRuns: LIVES_PER_ROUND };
  const life = fc.oneof({ weight: 4, arbitrary: lives }, { weight: 1, arbitrary: longLives });
  fc.assert(
    fc.property(life, (drawn) => live(drawn, counts)),
    parameters,
  );
  process.stderr.write(`${counts.cases} of ${cases}\n`);
}
process.stdout.write(`${JSON.stringify(counts)}\n`);
