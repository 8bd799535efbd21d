import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import type { Database } from "#db/schema.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent, shortAgent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { isPlaceAllowed, livesUnder, rulesOverUser } from "../sign-in-rules/sign-in-rules.ts";
import { knowBrowser } from "../sign-in/known-browsers.ts";
import type { KnownBrowser } from "../sign-in/known-browsers.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";

/** With what somebody showed who they are. `link`: the one-time link with which the account was made; `firm`: their firm's word. */
export type SignInMethod =
  | "password"
  | "password+code"
  | "password+recovery"
  | "password+passkey"
  | "passkey"
  | "link"
  | "firm";

/** A sign-in as its owner may be shown it. Moments are ISO 8601 UTC. */
export type Session = {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
  /** To the minute. */
  readonly seenAt: string;
  /** When it ends, however much it is used. */
  readonly expiresAt: string;
  readonly method: SignInMethod;
  readonly address: string | null;
  readonly agent: string | null;
};

/** Who is signed in, as every page needs to know it. */
export type SignedIn = {
  readonly session: Session;
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly isAdmin: boolean };
  /** An organization asks for a second factor, which this sign-in did not have: one is to be added before all else. */
  readonly lacksFactor?: true;
};

type SessionRow = Selectable<Database["sessions"]>;

const byTokenHash = listQuery((db, hashes) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .select(["users.email", "users.name", "users.is_admin", "users.suspended_at"])
    .where("sessions.token_hash", "in", hashes),
);

/** Begins a sign-in, always under a new token: one that a browser had before, from whomever, is worth nothing. */
export async function beginSession(
  trx: Trx,
  { lives }: Pick<Accounts, "lives">,
  begun: {
    readonly userId: string;
    readonly method: SignInMethod;
    readonly at: Date;
    readonly origin: Origin;
    /** What the browser keeps of earlier sign-ins. */
    readonly browser?: string | undefined;
  },
): Promise<{ readonly token: string; readonly session: Session; readonly browser: KnownBrowser }> {
  const token = newToken();
  const at = begun.at.toISOString();
  const row: SessionRow = {
    id: randomUUID(),
    user_id: begun.userId,
    token_hash: hashOfToken(token),
    created_at: at,
    seen_at: at,
    expires_at: new Date(begun.at.getTime() + lives.whole_ms).toISOString(),
    method: begun.method,
    address: begun.origin.address,
    agent: shortAgent(begun.origin.agent),
  };
  await trx.insertInto("sessions").values(row).execute();
  const browser = await knowBrowser(trx, { userId: begun.userId, token: begun.browser, at: begun.at });
  return { token, session: sessionOf(row), browser };
}

/** Sign-ins that showed one thing alone. */
const ONE_FACTOR: ReadonlySet<string> = new Set<SignInMethod>(["password", "link"]);

/**
 * Who presents this token, if its sign-in still holds, the account is open and its organizations allow it.
 * @param address where it is presented from; undefined where that is not known, and then no network is asked for
 */
export async function checkSession(
  accounts: Accounts,
  token: string,
  address?: string | null,
): Promise<SignedIn | undefined> {
  if (!isTokenText(token)) return undefined;
  const [row] = await byTokenHash(accounts.db, [hashOfToken(token)]);
  if (row === undefined || row.suspended_at !== null) return undefined;
  const now = accounts.clock();
  const rules = await rulesOverUser(accounts.db, row.user_id);
  if (!isOpen(row, now, livesUnder(rules, accounts.lives))) return undefined;
  if (address !== undefined && !isPlaceAllowed(rules, address)) return undefined;
  accounts.seen.record(row.id, now);
  const user = { id: row.user_id, email: row.email, name: row.name, isAdmin: row.is_admin === 1 };
  const lacksFactor = ONE_FACTOR.has(row.method) && rules.some(({ wantsFactor }) => wantsFactor);
  return { session: sessionOf(row), user, ...(lacksFactor && { lacksFactor }) };
}

/** The sign-ins of a user that hold, the last used first. */
export async function listSessions(accounts: Accounts, userId: string): Promise<Session[]> {
  const rows = await accounts.db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .execute();
  const now = accounts.clock();
  const lives = livesUnder(await rulesOverUser(accounts.db, userId), accounts.lives);
  return rows.filter((row) => isOpen(row, now, lives)).map(sessionOf);
}

/** Ends the sign-in of this token, if it is one. */
export async function signOut(accounts: Accounts, token: string, origin: Origin): Promise<void> {
  const at = accounts.clock();
  await transaction(accounts.db, async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("token_hash", "=", hashOfToken(token))
      .returning("user_id")
      .executeTakeFirst();
    if (ended === undefined) return;
    await noteEvent(trx, { event: "signed_out", at, actorId: ended.user_id, userId: ended.user_id, origin });
  });
}

/** Ends one sign-in of a user, for example on a machine that was lost. Throws `not_found`. */
export async function endSession(
  accounts: Accounts,
  { userId, sessionId, origin }: { readonly userId: string; readonly sessionId: string; readonly origin: Origin },
): Promise<void> {
  const at = accounts.clock();
  await transaction(accounts.db, async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("id", "=", sessionId)
      .where("user_id", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (ended === undefined) throw new OnpointError("not_found", "there is no such sign-in any more");
    await noteEvent(trx, { event: "session_ended", at, actorId: userId, userId, origin });
  });
}

/** Ends all sign-ins of a user but this one, each with a line in the audit. */
export async function endOtherSessions(
  accounts: Accounts,
  { signedIn, origin }: { readonly signedIn: SignedIn; readonly origin: Origin },
): Promise<void> {
  const at = accounts.clock();
  const { id: userId } = signedIn.user;
  await transaction(accounts.db, async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "!=", signedIn.session.id)
      .returning("id")
      .execute();
    for (const _session of ended) await noteEvent(trx, { event: "session_ended", at, actorId: userId, userId, origin });
  });
}

/** A second factor was added in this sign-in, and shown in it. */
export async function raiseSession(trx: Trx, sessionId: string, method: SignInMethod): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ method })
    .where("id", "=", sessionId)
    .where("method", "in", [...ONE_FACTOR])
    .execute();
}

/** Ends the sign-in of a token that a new one takes the place of. */
export async function endSessionOf(trx: Trx, token: string): Promise<void> {
  await trx.deleteFrom("sessions").where("token_hash", "=", hashOfToken(token)).execute();
}

/** Ends all sign-ins of a user but the one that is kept. */
export async function endSessions(trx: Trx, userId: string, keptId?: string): Promise<void> {
  let ending = trx.deleteFrom("sessions").where("user_id", "=", userId);
  if (keptId !== undefined) ending = ending.where("id", "!=", keptId);
  await ending.execute();
}

function isOpen(row: SessionRow, now: Date, { idle_ms, whole_ms }: Accounts["lives"]): boolean {
  const isIdle = now.getTime() - Date.parse(row.seen_at) >= idle_ms;
  const isOver = now.getTime() - Date.parse(row.created_at) >= whole_ms;
  return !isIdle && !isOver && row.expires_at > now.toISOString();
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    method: row.method as SignInMethod,
    address: row.address,
    agent: row.agent,
  };
}
