/** PostgreSQL, OpenSearch, two processes that answer and two that may follow, with the sample, under load. */
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { DrillLoad } from "./drill-load.ts";
import type { Counts, Question } from "./drill-load.ts";
import { DrilledService } from "./drilled-service.ts";
import { afterServers, until } from "./program.ts";
import type { Finished, ServerProcess } from "./program.ts";

/** Long, because a busy machine recovers slowly. */
const RECOVERED_MS_MAX = 240_000;
/** A command is given again until it is done, as its operator would. */
const TRIES = 5;

export class Drills {
  apis!: readonly [ServerProcess, ServerProcess];
  followers!: readonly [ServerProcess, ServerProcess];
  load!: DrillLoad;
  #service!: DrilledService;

  /** For the tests of the block that calls it; each begins with all processes ready. */
  static forTests(): Drills {
    const drills = new Drills();
    beforeAll(async () => drills.#start());
    beforeEach(async () => {
      for (const server of [...drills.apis, ...drills.followers]) await drills.service.ready(server);
    });
    afterEach(async () => drills.load.stop());
    return drills;
  }

  get service(): DrilledService {
    return this.#service;
  }

  async #start(): Promise<void> {
    this.#service = await DrilledService.start();
    afterServers(async () => this.service.close());
    this.apis = await Promise.all([this.service.serve("api"), this.service.serve("api")]);
    this.followers = await Promise.all([this.service.serve("follower"), this.service.serve("follower")]);
    const { code, stderr } = await this.service.run("sample", "load");
    expect(code, stderr).toBe(0);
  }

  async begin(questions: readonly Question[]): Promise<void> {
    this.load = await DrillLoad.begin(this.apis, this.service.key, questions);
    await this.load.recovered(RECOVERED_MS_MAX);
  }

  /** Waits until what was answered since then shows that a failure is felt. */
  async outage(isFelt: (counts: Counts) => boolean): Promise<Counts> {
    const before = this.load.counts();
    await until(
      () => (this.load.wrong.length > 0 || isFelt(since(before, this.load.counts())) ? true : undefined),
      RECOVERED_MS_MAX,
    );
    return since(before, this.load.counts());
  }

  /** Kills it, waits until that is felt, and starts it again. */
  async killAndStart(what: "OpenSearch" | "PostgreSQL"): Promise<void> {
    if (what === "OpenSearch") {
      await this.service.killSearch();
      await this.outage(({ search: { refused } }) => refused > 10);
      return this.service.startSearch();
    }
    await this.service.postgres.kill();
    await this.outage(({ "look-up": { refused } }) => refused > 10);
    return this.service.postgres.start();
  }

  async recovered(): Promise<void> {
    await this.load.recovered(RECOVERED_MS_MAX);
    expect(this.load.wrong).toEqual([]);
  }

  /** The command again and again until it is done; the first run was begun before. */
  async done(first: Promise<Finished>, ...args: readonly string[]): Promise<readonly Finished[]> {
    const runs = [await first];
    while (runs.at(-1)?.code !== 0 && runs.length < TRIES) runs.push(await this.service.run(...args));
    return runs;
  }

  /** Which of the followers follows. */
  async leading(): Promise<0 | 1> {
    const details = await Promise.all(
      this.followers.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).text()),
    );
    const leading = details.findIndex((text) => text.includes("follows the records (term"));
    if (leading !== 0 && leading !== 1) throw new Error(`nobody follows: ${details.join("\n")}`);
    return leading;
  }

  /** Another takes the place of one that was killed. */
  async replaceFollower(killed: 0 | 1): Promise<void> {
    const another = await this.service.serve("follower");
    this.followers = killed === 0 ? [another, this.followers[1]] : [this.followers[0], another];
  }
}

function since(before: Counts, now: Counts): Counts {
  const of = (kind: Question["kind"]): Counts[typeof kind] => ({
    right: now[kind].right - before[kind].right,
    refused: now[kind].refused - before[kind].refused,
  });
  return { search: of("search"), "look-up": of("look-up") };
}
