import { systemClock } from "#base/clock.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import type { DataDirectoryLock } from "#db/lock.ts";
import { outboxEnd } from "#db/outbox.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { modelDirectory, trainOnThread } from "#embedding/corpus/trainer.ts";
import type { TrainedModel } from "#embedding/corpus/trainer.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { isTrainingDue } from "#embedding/corpus/training-due.ts";
import { TRAINING_DEFAULTS } from "#embedding/corpus/training-text.ts";
import { countWorks } from "#opinions/store/copies.ts";
import { trainingText } from "#projections/training-text.ts";

/** Records that have not changed for so long are whole: an import in progress is not trained on half-way. */
const QUIET_MS = 60_000;
/** A training that failed is tried again after so long. */
const RETRY_MS = 10 * 60_000;

export type TrainingTurnsOptions = {
  readonly db: Db;
  readonly log: Logger;
  /** What follows is for tests: a training of their own, a clock, one that does not give way to others. */
  readonly train?: (works: number, signal: AbortSignal) => Promise<TrainedModel>;
  readonly now_ms?: () => number;
  readonly givesWay?: boolean;
};

/** Trains a model of the corpus when one is due (`isTrainingDue`), beside everything else the follower does. */
export class TrainingTurns {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #train: (works: number, signal: AbortSignal) => Promise<TrainedModel>;
  readonly #now_ms: () => number;
  readonly #givesWay: boolean;
  #running: Promise<void> | undefined;
  #end = -1;
  #changed_ms = 0;
  /** The records up to here need no training. */
  #settledEnd = -1;
  #next_ms = -Infinity;
  /** Works that were too little text. */
  #tooFew: number | undefined;
  #failure: string | undefined;

  constructor({ db, log, train, now_ms = () => performance.now(), givesWay = true }: TrainingTurnsOptions) {
    this.#db = db;
    this.#log = log;
    this.#now_ms = now_ms;
    this.#givesWay = givesWay;
    this.#train = train ?? ((works, signal) => this.#trainOnThread(works, signal));
  }

  /** Why the last training failed, until one succeeds. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /**
   * Looks whether a model is due, and begins to train it; does not wait for its end. Records that still change and
   * another process that trains are waited for.
   */
  async look(stop: AbortSignal): Promise<void> {
    if (this.#running !== undefined || stop.aborted) return;
    const now_ms = this.#now_ms();
    const end = await outboxEnd(this.#db);
    if (end !== this.#end) [this.#end, this.#changed_ms] = [end, now_ms];
    if (end === this.#settledEnd || now_ms - this.#changed_ms < QUIET_MS || now_ms < this.#next_ms) return;
    const works = await countWorks(this.#db);
    if (!this.#isDue(works)) {
      this.#settledEnd = end;
      return;
    }
    const lock = this.#lock();
    if (lock === undefined) {
      this.#next_ms = now_ms + QUIET_MS;
      return;
    }
    this.#running = this.#run(works, stop).finally(() => {
      lock.release();
      this.#running = undefined;
    });
  }

  /** Resolves when what runs has ended. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #isDue(works: number): boolean {
    const [newest] = heldModels(modelDirectory(this.#db.dataDir));
    const { number: rules } = DERIVATIONS.vectors;
    return isTrainingDue(newest ?? (this.#tooFew === undefined ? undefined : { works: this.#tooFew, rules }), works);
  }

  async #run(works: number, stop: AbortSignal): Promise<void> {
    this.#log.info({ works }, "training vectors on the opinions held");
    try {
      const { id, passages, citingTexts } = await this.#train(works, stop);
      this.#failure = undefined;
      this.#log.info({ version: id, works, passages, citingTexts }, "vectors have been trained");
    } catch (thrown) {
      if (stop.aborted) return;
      if (thrown instanceof OnpointError && thrown.code === "unsupported") {
        this.#tooFew = works;
        return;
      }
      this.#failure = `vectors could not be trained: ${messageOf(thrown)}`;
      this.#next_ms = this.#now_ms() + RETRY_MS;
      this.#log.error({ error: thrown, retry_ms: RETRY_MS }, "vectors could not be trained; trying again");
    }
  }

  async #trainOnThread(works: number, signal: AbortSignal): Promise<TrainedModel> {
    return trainOnThread(modelDirectory(this.#db.dataDir), trainingText(this.#db, { works }), {
      ...TRAINING_DEFAULTS,
      works,
      trainedAt: systemClock().toISOString(),
      givesWay: this.#givesWay,
      signal,
    });
  }

  #lock(): DataDirectoryLock | undefined {
    try {
      return lockDataDirectory(this.#db.dataDir, "training");
    } catch (thrown) {
      if (thrown instanceof OnpointError && thrown.code === "data_directory_in_use") return undefined;
      throw thrown;
    }
  }
}
