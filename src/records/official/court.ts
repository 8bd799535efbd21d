import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/clock.ts";
import { retryAfter_ms } from "#base/retry-after.ts";
import { ExchangeFailure } from "../exchange/exchange.ts";
import type { Answer, Exchange } from "../exchange/exchange.ts";
import type { Paper } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import { readAnswer } from "./pages/answer.ts";
import type { CourtAnswer } from "./pages/answer.ts";
import { withinSite } from "./places.ts";
import type { Sessions } from "./sessions.ts";
import type { Token } from "./sign-in.ts";

export type CourtOptions = {
  /** With a slash at the end of its path, if it has one. */
  readonly site: URL;
  readonly sessions: Sessions;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly timeout_ms: number;
  readonly size_bytes_max: number;
  /** How the forms of this court are sent. */
  readonly encoding: "multipart" | "urlencoded";
  /** Of requests that cannot buy anything. */
  readonly attempts_max: number;
  readonly pause_ms: number;
};

export type Fields = Readonly<Record<string, string>>;

export type Served = {
  readonly answer: CourtAnswer;
  readonly url: URL;
  readonly status: number;
  readonly body: Buffer;
  readonly mediaType: string;
  /** How long the court asks to be left alone, in milliseconds. */
  readonly retryAfter_ms: number;
  /** Whether it answers a request that the court's own answer led on to. */
  readonly isFollowed: boolean;
};

/** What came of a request that may buy. */
export type Offered = Served & {
  /** Whether it is certain that nothing was bought. */
  readonly isFree: boolean;
};

/** A field with which documents and reports are asked for: `0` asks what they cost, `1` takes them. */
export const RECEIPT_FIELD = "got_receipt";

/** Cookies of a court's own, a few of them: more are not kept. */
const COOKIES_MAX = 20;
const REDIRECTS_MAX = 3;

/** The site of one court: requests that are free, tried again when they fail, and such as may buy, sent once. */
export class Court {
  readonly #options: CourtOptions;
  readonly #cookies = new Map<string, string>();

  constructor(options: CourtOptions) {
    this.#options = options;
  }

  /** An address on this site, as a page of it writes it. */
  at(address: string, page: URL = this.#options.site): URL {
    return withinSite(this.#options.site, page, address);
  }

  /** For what costs nothing however often it is asked. Throws `RecordsRefusal`, and what a signal says that ends it. */
  async free(url: URL, clientCode: string | null = null, signal?: AbortSignal): Promise<Served> {
    const { attempts_max, pause_ms, timeout_ms, sessions } = this.#options;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const token = await sessions.token();
      const served = await this.#send(url, undefined, token, { clientCode, signal }).catch((thrown: unknown) => {
        signal?.throwIfAborted();
        if (thrown instanceof ExchangeFailure) return thrown;
        throw thrown;
      });
      if (!(served instanceof ExchangeFailure)) {
        if (served.answer.kind === "signedOut") await sessions.forget(token);
        else if (served.answer.kind !== "unavailable" && served.status < 500) return served;
      }
      const asked_ms = served instanceof ExchangeFailure ? 0 : served.retryAfter_ms;
      if (attempt >= attempts_max || asked_ms > timeout_ms) throw outOfReach(served);
      const wait_ms = Math.max(pause_ms * 2 ** (attempt - 1), asked_ms);
      await sleep(wait_ms, undefined, { ...(signal && { signal }) });
    }
  }

  /**
   * For what may be charged; without fields, the page that names its price. It is sent once; the answer says whether it is certain that nothing was bought, and the
   * paper whether anything is open. Throws `ExchangeFailure` and `RecordsRefusal`.
   */
  async buying(url: URL, fields: Fields | undefined, paper: Paper): Promise<Offered> {
    const { sessions, clock } = this.#options;
    const token = await sessions.token();
    if (clock() >= paper.until) throw new RecordsRefusal("unavailable", "the court took too long to answer");
    paper.signal?.throwIfAborted();
    paper.isAsked = true;
    const { clientCode, until } = paper;
    let isAnswered = false;
    const onAnswer = (): void => void (isAnswered = true);
    const served = await this.#send(url, fields, token, { clientCode, until, onAnswer }).catch((thrown: unknown) => {
      // Of a page that the answer led to it says nothing that it could not be reached.
      if (thrown instanceof ExchangeFailure && !thrown.mayHaveArrived && !isAnswered) paper.isAsked = false;
      throw thrown;
    });
    const isFree = boughtNothing(served, fields === undefined || fields[RECEIPT_FIELD] === "0");
    if (isFree) paper.isAsked = false;
    if (served.answer.kind === "signedOut") await sessions.forget(token);
    return { ...served, isFree };
  }

  async #send(url: URL, fields: Fields | undefined, token: Token, terms: Terms): Promise<Served> {
    const { exchange, timeout_ms, size_bytes_max, clock, encoding } = this.#options;
    const { clientCode, until, signal, onAnswer } = terms;
    const left_ms = until === undefined ? timeout_ms : Math.min(timeout_ms, until.getTime() - clock().getTime());
    let asked: { readonly url: URL; readonly fields: Fields | undefined } = { url, fields };
    for (let redirects = 0; ; redirects++) {
      const form = asked.fields === undefined ? undefined : await encoded(asked.fields, encoding);
      const answer = await exchange({
        url: asked.url,
        method: form === undefined ? "GET" : "POST",
        headers: { Cookie: this.#cookieHeader(token, clientCode), Referer: asked.url.href, ...form?.headers },
        ...(form && { body: form.body }),
        timeout_ms: left_ms,
        size_bytes_max,
        signal,
      });
      onAnswer?.();
      this.#keepCookies(answer);
      const served = servedOf(answer, clock(), redirects > 0);
      const next = redirects < REDIRECTS_MAX ? this.#redirect(answer) : undefined;
      if (next === undefined) return served;
      if (next === "signedOut") return { ...served, answer: { kind: "signedOut" } };
      asked = { url: next, fields: undefined };
    }
  }

  /** Where an answer leads, on this site only. To be sent to the sign-in service is to be signed out. */
  #redirect({ status, headers, url }: Answer): URL | "signedOut" | undefined {
    const { location } = headers;
    if (status < 300 || status > 399 || location === undefined) return undefined;
    if (/csologin|\/login\.(?:jsf|pl)/u.test(location)) return "signedOut";
    return this.at(location, url);
  }

  #cookieHeader(token: Token, clientCode: string | null): string {
    const own = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    const session = [`NextGenCSO=${token.text}`, `PacerSession=${token.text}`];
    return [...own, ...session, ...(clientCode === null ? [] : [`PacerClientCode=${clientCode}`])].join("; ");
  }

  #keepCookies({ headers }: Answer): void {
    for (const line of headers["set-cookie"] ?? []) {
      const { name, value } = /^(?<name>[\w-]{1,64})=(?<value>[^;\s]{0,512})/u.exec(line)?.groups ?? {};
      const isOurs = name === undefined || /^(?:NextGenCSO|PacerSession|PacerClientCode)$/u.test(name);
      if (!isOurs && this.#cookies.size < COOKIES_MAX) this.#cookies.set(name, value ?? "");
    }
  }
}

type Terms = {
  readonly clientCode: string | null;
  /** Of requests that may buy. */
  readonly until?: Date;
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer?: () => void;
};

/**
 * Whether an answer was given in place of doing what was asked. Pages that ask something first are, wherever they come.
 * Everything else that tells of no charge is so of the answer itself, never of a page it led to; and unless the price
 * was asked for only, a court that is down may have charged before it went down.
 */
function boughtNothing({ answer, status, isFollowed }: Served, isQuestion: boolean): boolean {
  switch (answer.kind) {
    case "confirm":
    case "menu":
    case "reportForm":
    case "longReport":
      return true;
    case "signedOut":
      return !isFollowed;
    case "unavailable":
      return isQuestion && !isFollowed;
    case "sealed":
    case "notFound":
      return answer.receipt === undefined && isQuestion && !isFollowed;
    case "unreadable":
      return answer.receipt === undefined && isQuestion && !isFollowed && status >= 400 && status < 500;
    case "pdf":
    case "frame":
    case "docketReport":
      return false;
  }
}

function servedOf({ url, status, headers, body }: Answer, now: Date, isFollowed: boolean): Served {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim() ?? "application/octet-stream";
  const asked_ms = retryAfter_ms(headers["retry-after"], now) ?? 0;
  return { answer: readAnswer(body, status), url, status, body, mediaType, retryAfter_ms: asked_ms, isFollowed };
}

/** Most courts' forms are sent as files are, though there are none. */
async function encoded(
  fields: Fields,
  encoding: CourtOptions["encoding"],
): Promise<{ readonly headers: Fields; readonly body: Uint8Array }> {
  const form = encoding === "multipart" ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const sent = new Response(form);
  const type = sent.headers.get("Content-Type") ?? "";
  return { headers: { "Content-Type": type }, body: new Uint8Array(await sent.arrayBuffer()) };
}

function outOfReach(last: Served | ExchangeFailure): RecordsRefusal {
  if (last instanceof ExchangeFailure)
    return new RecordsRefusal("unavailable", `the court's site cannot be reached: ${last.message}`, { cause: last });
  const isSignedOut = last.answer.kind === "signedOut";
  const until = last.retryAfter_ms > 0 ? `in ${Math.ceil(last.retryAfter_ms / 1000)} s` : "later";
  return new RecordsRefusal(
    "unavailable",
    isSignedOut ? "the court's site does not keep the session" : "the court's site is down for now",
    { hint: `Nothing was bought. Try again ${until}.` },
  );
}
