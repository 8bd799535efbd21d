import { isDeepStrictEqual } from "node:util";

import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { OPINIONS } from "#search/opinions.ts";

import { changesOfStep, stateAfter, stateOf, versionOf } from "./index-states.ts";

/** Run where files cannot grow beyond a limit: a change that does not fit must leave the state before it. */
const index = await openEmbeddedIndex({ schema: OPINIONS, dir: process.argv[2] ?? "", workers: 1, log: silentLogger });
await index.apply(changesOfStep(1));
const before = (await index.status()).generation;
const body = Array.from({ length: 300_000 }, (_, i) => `w${i % 77}`).join(" ");
const long = { ...versionOf(1, 2), texts: { body } };
try {
  await index.apply({ upserts: [long], deletes: ["opinion 005"] });
  throw new Error("the change went through");
} catch (error) {
  if (!(error instanceof OnpointError) || error.code !== "storage_full") throw error;
}
const state = await stateOf(index, 2);
const whole = isDeepStrictEqual(state, stateAfter(1));
const { faults } = await index.verify();
await index.apply(changesOfStep(2));
const after = await stateOf(index, 2);
const goesOn = isDeepStrictEqual(after, stateAfter(2));
process.stdout.write(JSON.stringify({ whole, faults, before, after: (await index.status()).generation, goesOn }));
await index.close();
