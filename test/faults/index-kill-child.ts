import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";

import { changesOfStep } from "./index-states.ts";

/** Applies step after step to the index in argv[2], from step argv[3] on, and says so, until it is killed. */
const [, , dir = "", first = "1"] = process.argv;
const index = await openEmbeddedIndex({ schema: OPINIONS, dir, workers: 1, log: silentLogger, buffer_words_max: 1500 });
for (let step = Number(first); ; step++) {
  await index.apply(changesOfStep(step));
  process.stdout.write(`${step}\n`);
}
