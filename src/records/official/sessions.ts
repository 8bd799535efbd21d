import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { credentialsInfo, noteCredentials, openCredentials } from "../credentials/store.ts";
import type { KeyRing } from "../credentials/seal.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RecordsRefusal } from "../refusal.ts";
import { signIn, signOut } from "./sign-in.ts";
import type { SignInOutcome, Token } from "./sign-in.ts";

export type SessionsOptions = {
  readonly db: Db;
  readonly ring: KeyRing | null;
  readonly site: URL;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Logger;
  readonly timeout_ms: number;
};

/** One for the courts, and one for each search at the locator that is under way. */
const TOKENS_MAX = 64;
const COURTS = "";

/** The sessions of this process: made when one is needed, kept in memory, and forgotten when a court no longer takes it. */
export class Sessions {
  readonly #options: SessionsOptions;
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
    if (known !== undefined && (await known.catch(() => token)) === token) this.#drop(clientCode, known);
  }

  async close(): Promise<void> {
    const token = await this.#tokens.get(COURTS)?.catch(() => undefined);
    this.#tokens.clear();
    if (token !== undefined) await signOut(this.#options, token);
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
    // The service would be asked the same with the same answer, until it locks the account.
    if (info.state === "refused") throw refused(info.said);
    if (info.state === "expired") throw expired(info.said);
    const credentials = await openCredentials(db, ring);
    if (credentials === undefined) throw refused("they were removed");
    const outcome = await signIn({ ...this.#options, credentials, clientCode });
    await this.#note(outcome, info.changedAt);
    if (outcome.kind !== "accepted") throw outcome.kind === "expired" ? expired(outcome.said) : refused(outcome.said);
    if (outcome.token.warning !== null) log.warn({ said: outcome.token.warning }, "signed in, with a warning");
    return outcome.token;
  }

  async #note(outcome: SignInOutcome, changedAt: string): Promise<void> {
    const { db, clock } = this.#options;
    const isAccepted = outcome.kind === "accepted";
    const said = isAccepted ? outcome.token.warning : outcome.said;
    await noteCredentials(db, { state: outcome.kind, said, changedAt }, clock);
  }
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
