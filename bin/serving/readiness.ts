import type { Completeness, ProjectionName } from "#completeness/completeness.ts";
import { stateInWords } from "#completeness/in-words.ts";
import { refuseReplacedFiles } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { refuseNewerSchema } from "#db/migrations.ts";
import type { ReadinessCheck } from "#http/services.ts";
import { collections } from "#projections/collections.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { followsToday, rulesInWords } from "#projections/rules-held.ts";
import type { RulesHeld } from "#projections/rules-held.ts";
import { SCHEMA } from "#schema/schema.ts";
import { indexInWords } from "../index-files.ts";
import type { Config } from "../settings.ts";
import type { AnsweringIndex } from "./answering.ts";
import type { ReadRules } from "./rules-gauge.ts";

type Readiness = {
  readonly completeness: Completeness;
  /** By which rules stored data stands. */
  readonly rules: ReadRules;
} & Pick<Config, "readyWhen">;

export function readinessChecks(db: Db, index: AnsweringIndex, readiness: Readiness): ReadinessCheck[] {
  const { completeness } = readiness;
  return [
    {
      name: "records",
      check: async () => {
        refuseReplacedFiles(db);
        await refuseNewerSchema(db, SCHEMA);
        return db.dialect === "postgres" ? "PostgreSQL" : "SQLite";
      },
    },
    ...collections().map(({ name }) => ({
      name: name === "opinions" ? "search" : name,
      check: async () => searched(index, name, readiness),
    })),
    ...collections().map(({ name, words }) => ({
      name: words.index,
      check: async () => followed(index, name, completeness),
    })),
    { name: "vectors", check: async () => vectorsInWords(db, index) },
    { name: "citator", check: async () => followed(index, "citator", completeness) },
    { name: "derived data", check: async () => derivedInWords(await readiness.rules()) },
    ...followers(index, completeness),
  ];
}

/**
 * One that is being filled, or whose words other rules made, denies what is held: it is not ready, unless it was asked to be. One that the records are
 * followed past never is, nor one of several processes whose index lacks a part: others can answer.
 */
async function searched(
  index: AnsweringIndex,
  name: CollectionName,
  { completeness, readyWhen }: Readiness,
): Promise<string> {
  const status = await index.engines[name].status();
  const words = indexInWords(status);
  if (index.followedBy !== undefined && status.damaged.length > 0) throw new Error(words);
  const state = await completeness.state(name);
  if (state.standing === "elsewhere") throw new Error(stateInWords(state));
  const lacks = state.standing === "filling" || state.standing === "outdated";
  if (lacks && readyWhen === "built") throw new Error(`${words}; ${stateInWords(state)}`);
  return words;
}

async function followed(index: AnsweringIndex, name: ProjectionName, completeness: Completeness): Promise<string> {
  const failure = index.failure();
  if (failure !== undefined) throw new Error(`it does not follow the records: ${failure}`);
  const state = await completeness.state(name);
  if (state.standing === "stopped") throw new Error(stateInWords(state));
  return stateInWords(state);
}

/** Searches go on without vectors and behind them, so nothing of this makes the service unready. */
async function vectorsInWords(db: Db, index: AnsweringIndex): Promise<string> {
  const failure = index.vectorsFailure();
  const state = await index.vectors.inWords(db);
  return failure === undefined ? state : `${state}; they cannot be made at present: ${failure}`;
}

/** What older rules made is made again while requests are answered, so nothing of this makes the service unready. */
function derivedInWords(held: readonly RulesHeld[]): string {
  const others = held.filter((one) => !followsToday(one));
  return others.length === 0 ? "made by this version's rules" : others.map(rulesInWords).join(". ");
}

/** That nobody follows the records is well as long as there is nothing to follow. */
function followers(index: AnsweringIndex, completeness: Completeness): ReadinessCheck[] {
  const check = async (): Promise<string> => {
    const words = (await index.followedBy?.()) ?? "";
    if (await index.isFollowed()) return words;
    for (const name of completeness.projections) {
      const { pending } = await completeness.state(name);
      if (pending > 0) throw new Error(words);
    }
    return words;
  };
  return index.followedBy === undefined ? [] : [{ name: "follower", check }];
}
