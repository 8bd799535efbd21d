import type { RequestRate } from "#accounts/principal.ts";
import type { Draw, Drawn } from "#accounts/limits/request-buckets.ts";
import { drawnTogether } from "./shared-counts.ts";
import { TokenBuckets } from "./token-buckets.ts";
import type { Allowance } from "./token-buckets.ts";

/** One request counted: whose bucket, in which set of buckets, and how large it is. */
export type LimitQuestion = {
  readonly set: "principal" | "address";
  readonly name: string;
  readonly limit: RequestRate;
};

/** Counts requests against limits, in this process or wherever the count of all processes is kept. */
export type Limiter = {
  /** Takes a token when there is one. */
  readonly take: (question: LimitQuestion) => Allowance | Promise<Allowance>;
};

/** Counts in this process. */
export function localLimiter(now_ms: () => number): { readonly take: (question: LimitQuestion) => Allowance } {
  const sets = { principal: new TokenBuckets(now_ms), address: new TokenBuckets(now_ms) };
  return { take: ({ set, name, limit }) => sets[set].take(name, limit) };
}

/** A limit that every one of so many processes may grant without asking the others. */
export function shareOf({ perMinute, burst }: RequestRate, processes: number): RequestRate {
  return { perMinute: perMinute / processes, burst: Math.max(1, Math.floor(burst / processes)) };
}

export type SharedLimiterOptions = {
  /** Asks the one who counts for all processes; answers in the order of the questions. */
  readonly askOwner: (questions: readonly LimitQuestion[]) => Promise<readonly Allowance[]>;
  readonly processes: number;
  readonly now_ms: () => number;
  /** The owner is waited for so long. */
  readonly patience_ms?: number;
};

const PATIENCE_MS_DEFAULT = 500;
/** An owner that did not answer is left alone so long. */
const DISTRUST_MS = 2_000;

/**
 * Counts with the other processes. Questions of one turn of the event loop go out together, so that a crowd of
 * requests costs one message. While nobody answers, each process grants its share of the limit by itself: too little
 * for an uneven crowd, and never too much unless a bucket holds fewer than there are processes.
 */
export function sharedLimiter(options: SharedLimiterOptions): Limiter {
  const { askOwner, processes, now_ms, patience_ms = PATIENCE_MS_DEFAULT } = options;
  let silentUntil_ms = 0;
  const alone = localLimiter(now_ms);
  let asked: { question: LimitQuestion; answer: PromiseWithResolvers<Allowance> }[] = [];

  const answersOf = async (questions: readonly LimitQuestion[]): Promise<readonly Allowance[] | undefined> => {
    if (now_ms() < silentUntil_ms) return undefined;
    const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      silentUntil_ms = now_ms() + DISTRUST_MS;
      resolve(undefined);
    }, patience_ms);
    const answers = await Promise.race([askOwner(questions).catch(() => undefined), tooLate]);
    clearTimeout(timer);
    return answers;
  };

  const send = async (): Promise<void> => {
    const batch = asked;
    asked = [];
    const answers = await answersOf(batch.map(({ question }) => question));
    for (const [index, { question, answer }] of batch.entries()) {
      answer.resolve(answers?.[index] ?? alone.take({ ...question, limit: shareOf(question.limit, processes) }));
    }
  };

  return {
    take: async (question) => {
      const answer = Promise.withResolvers<Allowance>();
      if (asked.push({ question, answer }) === 1) setImmediate(() => void send());
      return answer.promise;
    },
  };
}

/**
 * Counts where processes of all machines do. While that does not answer, each process counts by itself and grants the
 * whole limit: nobody is refused for it, and so many processes grant so many times as much.
 */
export function limiterOfMachines(
  draw: (draws: readonly Draw[]) => Promise<readonly Drawn[]>,
  now_ms: () => number,
): Limiter {
  return sharedLimiter({ askOwner: async (questions) => drawnTogether(questions, draw), processes: 1, now_ms });
}
