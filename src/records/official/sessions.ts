import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { credentialsInfo, noteCredentials, openCredentials } from "../credentials/store.ts";
import type { Credentials, CredentialsInfo } from "../credentials/store.ts";
import type { KeyRing } from "../credentials/seal.ts";
import { sharedSession, shareSession, unshareSession } from "../credentials/shared-session.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RecordsRefusal } from "../refusal.ts";
import { noteAcceptedCode, noteRefusedCode, takeStep } from "./one-time-steps.ts";
import { isOfCode, signIn, signOut } from "./sign-in.ts";
import type { Token } from "./sign-in.ts";

export type SessionsOptions = {
  readonly db: Db;
  readonly ring: KeyRing | null;
  readonly site: URL;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timeout_ms: number;
  /** Waits for the next one-time code. */
  readonly pause?: ((pause_ms: number) => Promise<void>) | undefined;
};

/** With the account that is asked for. */
type Account = {
  readonly ring: KeyRing;
  readonly info: CredentialsInfo;
  readonly credentials: Credentials;
  readonly clientCode: string | null;
};

/** Who waits for a code looks as often whether another process has signed in. */
const POLL_MS = 500;
/** Longer is not waited for a code that may be sent. */
const CODE_WAIT_MS_MAX = 75_000;
/** What names the password beside the code is of the password, where no code and password were ever accepted. */
const EITHER_MAX = 2;

/** One for the courts, and one for each search at the locator that is under way. */
const TOKENS_MAX = 64;
const COURTS = "";

/**
 * The sessions of this process: made when one is needed, kept in memory, and forgotten when a court no longer takes it.
 * With one-time codes, of which each signs in once, the session for the courts is one for all processes, sealed in the
 * records.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Others use them still when this process ends. */
  readonly #shared = new WeakSet<Token>();
  readonly #tokens = new BoundedMap<string, Promise<Token>>({ weight_max: TOKENS_MAX, firstToGo: "used" });

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** A session, with a client code of its own where one is given. Throws `RecordsRefusal`. */
  async token(clientCode: string | null = null): Promise<Token> {
    const known = this.#tokens.get(clientCode ?? COURTS);
    if (known !== undefined) return known;
    const made = this.#signIn(clientCode);
    this.#tokens.set(clientCode ?? COURTS, made);
    made.catch(() => this.#drop(clientCode, made));
    return made;
  }

  /** The next one who asks signs in anew, unless somebody has meanwhile. */
  async forget(token: Token, clientCode: string | null = null): Promise<void> {
    const known = this.#tokens.get(clientCode ?? COURTS);
    if (known === undefined || (await known.catch(() => token)) !== token) return;
    this.#drop(clientCode, known);
    const { db, ring } = this.#options;
    if (ring !== null && clientCode === null) await unshareSession(db, ring, token.text);
  }

  async close(): Promise<void> {
    const token = await this.#tokens.get(COURTS)?.catch(() => undefined);
    this.#tokens.clear();
    if (token !== undefined && !this.#shared.has(token)) await signOut(this.#options, token);
  }

  #drop(clientCode: string | null, token: Promise<Token>): void {
    if (this.#tokens.get(clientCode ?? COURTS) === token) this.#tokens.delete(clientCode ?? COURTS);
  }

  async #signIn(clientCode: string | null): Promise<Token> {
    const { db, ring, log } = this.#options;
    const info = await credentialsInfo(db);
    if (ring === null || info === undefined) {
      throw new RecordsRefusal("not_configured", "the service has no account at the official court records system", {
        hint: "docs/operating/court-records.md says how one is entered.",
      });
    }
    const credentials = await openCredentials(db, ring);
    if (credentials === undefined) throw refused("they were removed");
    // The service would be asked the same with the same answer, until it locks the account; of a code it is another.
    if (info.state === "refused" && (credentials.otpSecret === null || !isOfCode(info.said ?? "")))
      throw refused(info.said);
    if (info.state === "expired") throw expired(info.said);
    const account = { ring, info, credentials, clientCode };
    const token =
      credentials.otpSecret === null
        ? await this.#signInAt(account, this.#options.clock())
        : await this.#withCode(account);
    if (token === undefined) throw refused(null);
    if (token.warning !== null) log.warn({ said: token.warning }, "signed in, with a warning");
    return token;
  }

  /** The session that another process shares, or one made with the first code that may be sent. */
  async #withCode(account: Account): Promise<Token> {
    const { db, clock, pause = sleep } = this.#options;
    const began_ms = clock().getTime();
    for (;;) {
      const shared = await this.#sharedBy(account);
      if (shared !== undefined) return shared;
      const step = await takeStep(db, clock());
      const token = step.kind === "taken" ? await this.#signInAt(account, step.moment) : undefined;
      if (token !== undefined) return token;
      if (step.kind === "taken") continue;
      if (step.until.getTime() - began_ms > CODE_WAIT_MS_MAX) throw codeNotTaken(step);
      await pause(Math.max(1, Math.min(POLL_MS, step.until.getTime() - clock().getTime())));
    }
  }

  async #sharedBy({ ring, info, clientCode }: Account): Promise<Token | undefined> {
    // A client code of its own is told at sign-in, so that such a session serves nobody else.
    if (clientCode !== null) return undefined;
    const text = await sharedSession(this.#options.db, ring, info.changedAt);
    return text === undefined ? undefined : this.#asShared({ text, warning: null });
  }

  #asShared(token: Token): Token {
    this.#shared.add(token);
    return token;
  }

  /** Undefined where only the one-time code was not taken. */
  async #signInAt(account: Account, moment: Date): Promise<Token | undefined> {
    const { db, clock } = this.#options;
    const { ring, info, credentials, clientCode } = account;
    const { changedAt } = info;
    const outcome = await signIn({ ...this.#options, credentials, clientCode, moment });
    if (outcome.kind === "accepted") {
      const { token } = outcome;
      if (credentials.otpSecret !== null) await noteAcceptedCode(db);
      await noteCredentials(db, { state: "accepted", said: token.warning, changedAt }, clock);
      if (credentials.otpSecret === null || clientCode !== null) return token;
      await shareSession(db, ring, { text: token.text, changedAt }, clock);
      return this.#asShared(token);
    }
    const { kind, said } = outcome;
    if (kind === "code" || kind === "either") {
      const inARow = await noteRefusedCode(db, moment);
      const wasAccepted = info.state === "accepted";
      if (kind === "code" || wasAccepted || inARow < EITHER_MAX) {
        await noteCredentials(db, { state: wasAccepted ? "accepted" : "unused", said, changedAt }, clock);
        return undefined;
      }
    }
    const isExpired = kind === "expired";
    await noteCredentials(db, { state: isExpired ? "expired" : "refused", said, changedAt }, clock);
    throw isExpired ? expired(said) : refused(said);
  }
}

function codeNotTaken({ until, refused: inARow }: { readonly until: Date; readonly refused: number }): RecordsRefusal {
  const because =
    inARow === 0
      ? "others of this service sign in before it, each with its own one-time code"
      : `the official court records system refused ${inARow} one-time codes in a row`;
  return new RecordsRefusal("unavailable", `${because}; the next is sent at ${until.toISOString()}`, {
    hint: "Nothing was bought. If it lasts, an operator checks the clock of the machine and the secret of the codes.",
  });
}

function refused(said: string | null): RecordsRefusal {
  return new RecordsRefusal("sign_in_refused", `the official court records system refused the sign-in: ${said ?? ""}`, {
    hint: "They are not sent again until the operator has entered them anew: onpoint records credentials set",
  });
}

function expired(said: string | null): RecordsRefusal {
  return new RecordsRefusal(
    "password_expired",
    `the password for the official court records system has expired: ${said ?? ""}`,
    {
      hint: "Change it there, then enter the new one: onpoint records credentials set",
    },
  );
}
