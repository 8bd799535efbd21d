/**
 * Callers of a service at work while something of it fails. Every answer is held against the one that was recorded
 * before: it is that answer, or a 503 that says what is away and when to ask again, or it is wrong.
 */
import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "./program.ts";
import type { ServerProcess } from "./program.ts";

export type Question = {
  /** What it leans on besides PostgreSQL: searches alone ask the search cluster. */
  readonly kind: "search" | "look-up";
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Scores, and the passage that scores best, are held against those of before; they count all that is in the index. */
  readonly hasSteadyScores: boolean;
};

export type Counts = Readonly<Record<Question["kind"], { readonly right: number; readonly refused: number }>>;

type Outcome = "right" | "refused" | { readonly wrong: string };

const CALLERS = 4;
/** Longer than every wait of the service itself. */
const ANSWER_MS_MAX = 30_000;
const PAUSE_MS = 10;
/** Of a wrong answer, in characters. */
const SHOWN_MAX = 600;
const IS_BEHIND = /still being read in|was damaged and is being brought back/u;
const VOLATILE = new Set(["processing_time_ms", "request_id"]);
const OF_SCORES = new Set(["score", "snippet"]);
/** As many tell the cause. */
const WRONG_SHOWN = 5;
/** A log line may come after the answer it is of. */
const LOGGED_MS_MAX = 2_000;

export type Answering = Pick<ServerProcess, "origin" | "said">;

export class DrillLoad {
  /** What was answered wrongly, as said to whoever looks for the cause. */
  readonly wrong: string[] = [];
  /** What refusals said, and how often. */
  readonly refusals: Map<string, number> = new Map();
  /** The process whose connections may break, since it is killed. */
  killed: string | undefined;
  readonly #servers: readonly Answering[];
  readonly #key: string;
  readonly #expected: ReadonlyMap<Question, unknown>;
  readonly #counts = { search: { right: 0, refused: 0 }, "look-up": { right: 0, refused: 0 } };
  readonly #over = new AbortController();
  /** What has been answered rightly since the last refusal. */
  readonly #rightSince = new Set<string>();
  #turn = 0;
  #callers: Promise<unknown> = Promise.resolve();

  private constructor(servers: readonly Answering[], key: string, expected: ReadonlyMap<Question, unknown>) {
    this.#servers = servers;
    this.#key = key;
    this.#expected = expected;
  }

  /** Records what each question is answered, by all processes alike, and begins to ask them again and again. */
  static async begin(servers: readonly Answering[], key: string, questions: readonly Question[]): Promise<DrillLoad> {
    const expected = new Map<Question, unknown>();
    for (const question of questions) {
      const answers = [];
      for (const { origin } of servers) answers.push(await answerOf(origin, key, question));
      const [first] = answers;
      if (first?.status !== 200 || !answers.every(({ body }) => isDeepStrictEqual(body, first.body))) {
        throw new Error(
          `before the drill: ${JSON.stringify(question)}: ${JSON.stringify(answers).slice(0, SHOWN_MAX)}`,
        );
      }
      expected.set(question, first.body);
    }
    const load = new DrillLoad(servers, key, expected);
    load.#callers = Promise.all(Array.from({ length: CALLERS }, async () => load.#call()));
    return load;
  }

  counts(): Counts {
    return structuredClone(this.#counts);
  }

  /** Waits until every question has been answered rightly by every process, with no refusal between. */
  async recovered(limit_ms: number): Promise<void> {
    this.#rightSince.clear();
    const wanted = this.#servers.length * this.#expected.size;
    await until(() => (this.wrong.length > 0 || this.#rightSince.size === wanted ? true : undefined), limit_ms);
  }

  /** Ends when the last answer is there. */
  async stop(): Promise<void> {
    this.#over.abort();
    await this.#callers;
  }

  async #call(): Promise<void> {
    const questions = [...this.#expected];
    while (!this.#over.signal.aborted) {
      const turn = this.#turn++;
      const server = this.#servers[turn % this.#servers.length];
      const asked = questions[Math.floor(turn / this.#servers.length) % questions.length];
      if (server === undefined || asked === undefined) return;
      const [question, expected] = asked;
      const outcome = await this.#ask(server, question, expected);
      const name = `${server.origin}${question.path} ${JSON.stringify(question.body)}`;
      if (typeof outcome === "object") {
        if (this.wrong.length < WRONG_SHOWN) this.wrong.push(`${name}: ${outcome.wrong}`);
      } else {
        this.#counts[question.kind][outcome]++;
        if (outcome === "right") this.#rightSince.add(name);
        else this.#rightSince.clear();
      }
      await sleep(PAUSE_MS);
    }
  }

  async #ask(server: Answering, question: Question, expected: unknown): Promise<Outcome> {
    let answer;
    try {
      answer = await answerOf(server.origin, this.#key, question);
    } catch (error) {
      return server.origin === this.killed ? "refused" : { wrong: `no answer: ${said(error)}` };
    }
    const { status, retryAfter, body } = answer;
    if (status === 200 && isDeepStrictEqual(...comparable(body, expected))) return "right";
    const sentence = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
    if (status === 503 && retryAfter !== null && typeof sentence === "string" && sentence !== "") {
      this.refusals.set(sentence, (this.refusals.get(sentence) ?? 0) + 1);
      return "refused";
    }
    const shown = shownFrom(JSON.stringify(body), JSON.stringify(expected));
    return { wrong: `${status} ${shown}\n${await logged(server, answer.requestId)}` };
  }
}

type Answer = {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
  readonly body: unknown;
};

async function answerOf(origin: string, key: string, question: Question): Promise<Answer> {
  const { path, body, hasSteadyScores } = question;
  const response = await fetch(`${origin}/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  const text = await response.text();
  const parsed: unknown = JSON.parse(text, (name, value: unknown) =>
    VOLATILE.has(name) || (!hasSteadyScores && OF_SCORES.has(name)) ? undefined : value,
  );
  const { status, headers } = response;
  return { status, retryAfter: headers.get("retry-after"), requestId: headers.get("x-request-id"), body: parsed };
}

/** An answer that says what is read in beside it, or that parts of the index are not back yet, says so in place of other warnings. */
function comparable(body: unknown, expected: unknown): [unknown, unknown] {
  const isBehind = warningsOf(body).some((warning) => IS_BEHIND.test(warning));
  return isBehind ? [withoutWarnings(body), withoutWarnings(expected)] : [body, expected];
}

function warningsOf(body: unknown): readonly string[] {
  const { warnings = [] } = body as { readonly warnings?: readonly string[] };
  return warnings;
}

function withoutWarnings(body: unknown): unknown {
  const { warnings: _, ...rest } = body as { readonly warnings?: unknown };
  return rest;
}

/** What the process wrote of the request in its log. */
async function logged({ said }: Answering, requestId: string | null): Promise<string> {
  const lines = (): string | undefined =>
    said.stderr
      .split("\n")
      .filter((line) => requestId !== null && line.includes(requestId))
      .join("\n") || undefined;
  return until(lines, LOGGED_MS_MAX).catch(() => "with no word of it in the log");
}

/** From a little before the place where they differ. */
function shownFrom(answer: string, expected: string): string {
  let at = 0;
  while (at < answer.length && answer[at] === expected[at]) at++;
  const from = Math.max(0, at - SHOWN_MAX / 4);
  return `${answer.slice(from, from + SHOWN_MAX)}, where it was ${expected.slice(from, from + SHOWN_MAX)}`;
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.message}${error.cause === undefined ? "" : ` (${said(error.cause)})`}`;
}
