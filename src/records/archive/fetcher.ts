import { setTimeout as sleep } from "node:timers/promises";
import { BoundedMap } from "#base/bounded-map.ts";
import type { Clock } from "#base/clock.ts";
import { monotonicMs } from "#base/clock.ts";
import { retryAfter_ms } from "#base/retry-after.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { ExchangeFailure } from "../exchange/exchange.ts";
import type { Answer, Exchange } from "../exchange/exchange.ts";
import { RecordsRefusal } from "../refusal.ts";
import { checkAllowed } from "./allowed.ts";
import type { Allowed } from "./allowed.ts";

export type FetcherOptions = {
  readonly db: Db;
  readonly allowed: Allowed;
  /** Sent to the API only. */
  readonly token: string | null;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly requestsPerMinute: number;
  readonly cacheFor_ms: number;
  readonly timeout_ms: number;
};

export type Fetched = { readonly status: number; readonly mediaType: string; readonly body: Uint8Array };

type CachedPage = {
  readonly status: number;
  readonly media_type: string;
  readonly etag: string | null;
  readonly body: Uint8Array;
  readonly fetched_at: string;
};

const REDIRECTS_MAX = 3;
const BYTES_MAX = 256 * 1024 * 1024;
/** Larger answers are documents, which are stored elsewhere. */
const CACHED_BYTES_MAX = 4 * 1024 * 1024;
const CACHED_PAGES_MAX = 5_000;
/** That there is nothing may change sooner. */
const ABSENT_FOR_MS_MAX = 60 * 60 * 1000;
/** The archive is left alone for so long when it says neither how long. */
const PAUSE_MS = 60_000;
const PAUSE_MS_MAX = 60 * 60 * 1000;
const WAIT_MS_MAX = 30_000;
const HOSTS_MAX = 64;
/** Stores of files that do not list what they have answer 403 for what they do not have. */
const ABSENT: ReadonlySet<number> = new Set([404, 410, 451]);

/** Asks the archive: allowed places only, not faster than it may be asked, and nothing twice that has not changed. */
export class ArchiveFetcher {
  readonly #options: FetcherOptions;
  #next_ms = 0;
  /** By host: that one wants to be left alone says nothing of the others. */
  readonly #pausedUntil_ms = new BoundedMap<string, number>({ weight_max: HOSTS_MAX, firstToGo: "used" });

  constructor(options: FetcherOptions) {
    this.#options = options;
  }

  /** An answer of 200, or 404 for what is not there. Throws `RecordsRefusal` for everything else. */
  async get(url: URL): Promise<Fetched> {
    const cached = await this.#cached(url);
    if (cached !== undefined && this.#isFresh(cached)) return fetchedOf(cached);
    const answer = await this.#ask(url, cached?.etag ?? null);
    if (answer.status === 304 && cached !== undefined) {
      await this.#confirm(url);
      return fetchedOf(cached);
    }
    const isAbsent = ABSENT.has(answer.status) || (answer.status === 403 && !this.#isApi(answer.url));
    if (answer.status !== 200 && !isAbsent) throw this.#refusalOf(answer);
    const page = pageOf(isAbsent ? { ...answer, status: 404 } : answer, this.#options.clock());
    if (page.body.byteLength <= CACHED_BYTES_MAX) await this.#keep(url, page);
    return fetchedOf(page);
  }

  async #ask(from: URL, etag: string | null): Promise<Answer> {
    let url = from;
    for (let redirects = 0; ; redirects++) {
      checkAllowed(this.#options.allowed, url);
      const answer = await this.#send(url, etag);
      const { location } = answer.headers;
      const isRedirect =
        answer.status >= 301 && answer.status <= 308 && answer.status !== 304 && location !== undefined;
      if (!isRedirect) return answer;
      const next = URL.parse(location, url.href);
      if (next === null || redirects >= REDIRECTS_MAX)
        throw new RecordsRefusal("unavailable", "the archive leads in circles");
      url = next;
    }
  }

  async #send(url: URL, etag: string | null): Promise<Answer> {
    const { token, exchange, timeout_ms } = this.#options;
    await this.#turn(url.host);
    return exchange({
      url,
      method: "GET",
      headers: {
        Accept: "application/json, application/pdf, application/xml;q=0.9, */*;q=0.1",
        ...(etag !== null && { "If-None-Match": etag }),
        ...(this.#isApi(url) && token !== null && { Authorization: `Token ${token}` }),
      },
      timeout_ms,
      size_bytes_max: BYTES_MAX,
    }).catch((thrown: unknown) => {
      if (!(thrown instanceof ExchangeFailure)) throw thrown;
      throw new RecordsRefusal("unavailable", `the public archive cannot be reached: ${thrown.message}`, {
        cause: thrown,
      });
    });
  }

  #isApi(url: URL): boolean {
    return url.origin === this.#options.allowed.api.origin && url.pathname.includes("/api/rest/");
  }

  async #turn(host: string): Promise<void> {
    const now_ms = monotonicMs();
    const pausedUntil_ms = this.#pausedUntil_ms.get(host) ?? 0;
    if (now_ms < pausedUntil_ms) throw paused(pausedUntil_ms - now_ms);
    const begins_ms = Math.max(now_ms, this.#next_ms);
    if (begins_ms - now_ms > WAIT_MS_MAX) throw paused(begins_ms - now_ms);
    this.#next_ms = begins_ms + 60_000 / this.#options.requestsPerMinute;
    if (begins_ms > now_ms) await sleep(begins_ms - now_ms);
  }

  #refusalOf({ url, status, headers }: Answer): RecordsRefusal {
    if (this.#isApi(url) && (status === 401 || status === 403))
      return new RecordsRefusal("sign_in_refused", "the public archive refuses its token", {
        hint: "Enter another in ONPOINT_ARCHIVE_TOKEN, or none.",
      });
    if (status !== 429 && status < 500)
      return new RecordsRefusal("unavailable", `the public archive answered with ${status}`);
    const asked_ms = retryAfter_ms(headers["retry-after"], this.#options.clock()) ?? 0;
    const pause_ms = asked_ms > 0 ? Math.min(asked_ms, PAUSE_MS_MAX) : PAUSE_MS;
    this.#pausedUntil_ms.set(url.host, monotonicMs() + pause_ms);
    return paused(pause_ms);
  }

  async #cached(url: URL): Promise<CachedPage | undefined> {
    return this.#options.db
      .selectFrom("records_archive_pages")
      .select(["status", "media_type", "etag", "body", "fetched_at"])
      .where("address", "=", url.href)
      .executeTakeFirst();
  }

  #isFresh({ status, fetched_at }: CachedPage): boolean {
    const { cacheFor_ms, clock } = this.#options;
    const good_ms = status === 404 ? Math.min(cacheFor_ms, ABSENT_FOR_MS_MAX) : cacheFor_ms;
    return clock().getTime() - Date.parse(fetched_at) < good_ms;
  }

  /** It has not changed: what is kept is good for as long again. */
  async #confirm(url: URL): Promise<void> {
    const fetched_at = this.#options.clock().toISOString();
    await transaction(this.#options.db, async (trx) =>
      trx.updateTable("records_archive_pages").set({ fetched_at }).where("address", "=", url.href).execute(),
    );
  }

  async #keep(url: URL, page: CachedPage): Promise<void> {
    const row = { ...page, size_bytes: page.body.byteLength };
    await transaction(this.#options.db, async (trx) => {
      await trx
        .insertInto("records_archive_pages")
        .values({ address: url.href, ...row })
        .onConflict((conflict) => conflict.column("address").doUpdateSet(row))
        .execute();
      const oldest = await trx
        .selectFrom("records_archive_pages")
        .select("fetched_at")
        .orderBy("fetched_at", "desc")
        .offset(CACHED_PAGES_MAX)
        .limit(1)
        .executeTakeFirst();
      if (oldest !== undefined)
        await trx.deleteFrom("records_archive_pages").where("fetched_at", "<=", oldest.fetched_at).execute();
    });
  }
}

function pageOf({ status, headers, body }: Answer, now: Date): CachedPage {
  const media_type = headers["content-type"]?.split(";")[0]?.trim() ?? "application/octet-stream";
  return { status, media_type, etag: headers.etag ?? null, body, fetched_at: now.toISOString() };
}

function fetchedOf({ status, media_type, body }: CachedPage): Fetched {
  return { status, mediaType: media_type, body };
}

function paused(for_ms: number): RecordsRefusal {
  const seconds = Math.ceil(for_ms / 1000);
  return new RecordsRefusal("unavailable", `the public archive is to be asked again in ${seconds} s`);
}
