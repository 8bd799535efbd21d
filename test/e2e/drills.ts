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
    afterEach(async () => {
      await drills.load.stop();
      await drills.service.startWhatIsDown();
    });
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

  /** What was refused, in its words and how often: for who expected none. */
  refusals(): string {
    return JSON.stringify([...this.load.refusals]);
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

  /**
   * The follower is killed when OpenSearch is asked for such a path the given time, and leaves what it has in hand to the
   * other one. The answer waits for that and puts a new process in its place.
   */
  async killFollowerAt(path: RegExp, time: number): Promise<() => Promise<void>> {
    const leading = await this.#leading();
    const leader = this.followers[leading];
    const { promise: killed, resolve } = Promise.withResolvers<Finished>();
    this.service.atRequest(path, time, () => resolve(leader.stop("SIGKILL")));
    return async () => {
      await killed;
      const another = await this.service.serve("follower");
      this.followers = leading === 0 ? [another, this.followers[1]] : [this.followers[0], another];
    };
  }

  /**
   * The follower hangs when OpenSearch is asked for such a path the given time. The answer waits for that, lets it go on,
   * and waits until it knows that it follows no more.
   */
  async hangFollowerAt(path: RegExp, time: number): Promise<() => Promise<void>> {
    const leader = this.followers[await this.#leading()];
    const from = leader.said.stderr.length;
    const { promise: hung, resolve } = Promise.withResolvers<void>();
    this.service.atRequest(path, time, () => {
      void leader.stop("SIGSTOP");
      resolve();
    });
    return async () => {
      await hung;
      void leader.stop("SIGCONT");
      const said = (): boolean => leader.said.stderr.includes("no longer follows the records", from);
      await until(() => said() || undefined, RECOVERED_MS_MAX);
    };
  }

  /** Which of the followers follows. */
  async #leading(): Promise<0 | 1> {
    const details = await Promise.all(
      this.followers.map(async ({ origin }) => (await fetch(`${origin}/readyz`)).text()),
    );
    const leading = details.findIndex((text) => text.includes("follows the records (term"));
    if (leading !== 0 && leading !== 1) throw new Error(`nobody follows: ${details.join("\n")}`);
    return leading;
  }
}

function since(before: Counts, now: Counts): Counts {
  const of = (kind: Question["kind"]): Counts[typeof kind] => ({
    right: now[kind].right - before[kind].right,
    refused: now[kind].refused - before[kind].refused,
  });
  return { search: of("search"), "look-up": of("look-up") };
}
