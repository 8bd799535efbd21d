import { parseArgs } from "node:util";

import { runCases } from "./random-run.ts";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } },
});
const cases = Number(values.cases);
let next = 0;
const counts = await runCases(cases, Number(values.seed), (so) => {
  if (so.cases < next) return;
  next = so.cases + 5000;
  process.stderr.write(`${so.cases} of ${cases}\n`);
});
process.stdout.write(`${JSON.stringify(counts)}\n`);
