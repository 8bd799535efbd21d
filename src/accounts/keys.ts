import type { Selectable } from "kysely";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { deriveId } from "#base/ids.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { AT_THE_MACHINE, noteEvent, OPERATOR_ID } from "./audit/audit.ts";
import { hashOfKey, newKeyText, shownPrefix } from "./key-text.ts";
import { readMatter } from "./matters/matter.ts";
import { readName } from "./names.ts";
import { SCOPES } from "./principal.ts";
import type { RequestRate } from "./principal.ts";

/** A key as it may be shown: everything but the key. Moments are ISO 8601 UTC. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly fullHistoricalAccess: boolean;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** When another took its place, beside which it goes on until it expires. */
  readonly replacedAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
  /** What it may be used for; beside these the plan of its holder has to grant them. */
  readonly scopes: readonly KeyScope[];
  /** Null: the service's own limit. */
  readonly requests: RequestRate | null;
  /** Whose it is; both null for a key without account. */
  readonly userId: string | null;
  readonly teamId: string | null;
  /** The matter that what is charged by it is charged on to, where a request names none. */
  readonly matter: string | null;
};

/** `read` is in every key: all that anybody may ask. */
export const KEY_SCOPES = ["read", ...SCOPES] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export type NewKey = {
  readonly name: string;
  readonly scopes?: readonly KeyScope[];
  readonly requests?: RequestRate | null;
  readonly userId?: string | null;
  readonly teamId?: string | null;
  /** Null or absent: it does not expire. See `parseExpiry`. */
  readonly expiresAt?: Date | null;
  /** Null or absent: none. */
  readonly matter?: string | null;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Far enough for anyone, and a bound on arithmetic with dates. */
const EXPIRY_DAYS_MAX = 36_500;

/** Makes a key, by an operator. `key` is returned here and nowhere else: only its hash is kept. Throws `invalid_input`. */
export async function createKey(
  db: Db,
  wanted: NewKey,
  clock: Clock = systemClock,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  return transaction(db, async (trx) => {
    const made = await insertKey(trx, wanted, clock);
    await noteByOperator(trx, "key_made", made.record, clock());
    return made;
  });
}

/** The same within a transaction, of which a check may be part whether the key may be made. */
export async function insertKey(
  trx: Trx,
  wanted: NewKey,
  clock: Clock,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const name = readName(wanted.name, "the key", "Say who or what will use it, in a few words.");
  const now = clock();
  const { expiresAt = null, requests = null, scopes = [], userId = null, teamId = null } = wanted;
  if (expiresAt !== null && expiresAt <= now) throw badExpiry("lies in the past");
  const key = newKeyText();
  const hash = hashOfKey(key);
  const row: Selectable<Database["api_keys"]> = {
    id: deriveId("apiKey", "local", hash),
    name,
    prefix: shownPrefix(key),
    hash,
    full_historical_access: scopes.includes("historical") ? 1 : 0,
    created_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: null,
    last_used_at: null,
    user_id: teamId === null ? userId : null,
    team_id: teamId,
    records_access: scopes.includes("records") ? 1 : 0,
    requests_per_minute: requests?.perMinute ?? null,
    requests_burst: requests?.burst ?? null,
    replaced_at: null,
    matter: wanted.matter == null ? null : readMatter(wanted.matter),
  };
  await trx.insertInto("api_keys").values(row).execute();
  return { key, record: apiKeyOf(row) };
}

/** Whether a key was ever made here. */
export async function hasKeys(db: Reader): Promise<boolean> {
  return (await db.selectFrom("api_keys").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** All keys, oldest first, revoked and expired ones too. */
export async function listKeys(db: Reader): Promise<ApiKey[]> {
  const rows = await db.selectFrom("api_keys").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(apiKeyOf);
}

/**
 * Ends a key, by an operator, named by its id, by its shown prefix or by the key itself; one that has ended already stays as
 * it is. Throws `not_found`, or `conflict` when the prefix fits several.
 */
export async function revokeKey(db: Db, named: string, clock: Clock = systemClock): Promise<ApiKey> {
  return transaction(db, async (trx) => {
    const found = await trx
      .selectFrom("api_keys")
      .selectAll()
      .where((row) =>
        row.or([row("id", "=", named.toLowerCase()), row("prefix", "=", named), row("hash", "=", hashOfKey(named))]),
      )
      .execute();
    const [row] = found;
    if (row === undefined) {
      throw new OnpointError("not_found", "no key has this id or prefix", { hint: "`onpoint keys list` shows them." });
    }
    if (found.length > 1)
      throw new OnpointError("conflict", "several keys begin so", {
        hint: "Name the key by its id; `onpoint keys list --json` shows it.",
      });
    if (row.revoked_at !== null) return apiKeyOf(row);
    const at = clock();
    const ended = { ...row, revoked_at: at.toISOString() };
    await trx.updateTable("api_keys").set({ revoked_at: ended.revoked_at }).where("id", "=", row.id).execute();
    await noteByOperator(trx, "key_revoked", apiKeyOf(ended), at);
    return apiKeyOf(ended);
  });
}

async function noteByOperator(
  trx: Trx,
  event: "key_made" | "key_revoked",
  { id, name, prefix, userId, teamId }: ApiKey,
  at: Date,
): Promise<void> {
  const detail = { key: id, name, prefix, team: teamId };
  await noteEvent(trx, { event, at, actorId: OPERATOR_ID, userId, origin: AT_THE_MACHINE, detail });
}

/** Writes when a key was last used. */
export async function noteUseOfKey(trx: Trx, id: string, at: string): Promise<void> {
  await trx.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}

/**
 * When a key shall end, as a person writes it: `90d` from now, `2027-01-31` (usable through that day, UTC) or a
 * moment in ISO 8601. Throws `invalid_input`.
 */
export function parseExpiry(text: string, clock: Clock = systemClock): Date {
  const days = /^(\d{1,5})d$/u.exec(text)?.[1];
  if (days !== undefined) {
    if (Number(days) < 1 || Number(days) > EXPIRY_DAYS_MAX)
      throw badExpiry(`is not between 1d and ${EXPIRY_DAYS_MAX}d`);
    return new Date(clock().getTime() + Number(days) * DAY_MS);
  }
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(text);
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u.test(text)) {
    throw badExpiry("is not a time");
  }
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()) || (isDay && moment.toISOString().slice(0, 10) !== text))
    throw badExpiry("is no day of the calendar");
  const end = isDay ? new Date(moment.getTime() + DAY_MS) : moment;
  if (end.getTime() - clock().getTime() > EXPIRY_DAYS_MAX * DAY_MS)
    throw badExpiry(`is more than ${EXPIRY_DAYS_MAX} days away`);
  return end;
}

function badExpiry(fault: string): OnpointError {
  return new OnpointError("invalid_input", `the end of the key ${fault}`, {
    hint: "Write 90d, 2027-01-31 or 2027-01-31T12:00:00Z.",
    faults: [{ path: "expires", message: fault }],
  });
}

export function apiKeyOf(row: Selectable<Database["api_keys"]>): ApiKey {
  const scopes: KeyScope[] = ["read"];
  if (row.full_historical_access === 1) scopes.push("historical");
  if (row.records_access === 1) scopes.push("records");
  const { requests_per_minute: perMinute, requests_burst: burst } = row;
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    fullHistoricalAccess: row.full_historical_access === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedAt: row.replaced_at,
    lastUsedAt: row.last_used_at,
    scopes,
    requests: perMinute === null || burst === null ? null : { perMinute, burst },
    userId: row.user_id,
    teamId: row.team_id,
    matter: row.matter,
  };
}
