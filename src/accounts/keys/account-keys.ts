import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { apiKeyOf, insertKey } from "../keys.ts";
import type { ApiKey, KeyScope } from "../keys.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import type { RequestRate } from "../principal.ts";
import type { Asking } from "../teams/organizations.ts";
import { requireStanding } from "../teams/roles.ts";
import { mayMakeKeys } from "../teams/teams.ts";

/** Whose keys: a user's own, or a team's. */
export type KeyHolder = { readonly userId: string } | { readonly teamId: string };

export type WantedKey = Asking & {
  /** Null: a key of who asks. */
  readonly teamId?: string | null;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  /** Null: the service's own. Never more than that. */
  readonly requests?: RequestRate | null;
  /** The matter that what is charged by it is charged on to, where a request names none. */
  readonly matter?: string | null;
};

const KEYS_MAX = 50;
const HOUR_MS = 3_600_000;
const OVERLAP_HOURS_MAX = 30 * 24;

/**
 * Makes a key that acts for its maker, or for a team whose admin they are. `key` is returned here and nowhere else.
 * Throws `forbidden` where the operator has not let their organization make keys, `invalid_input` or `conflict`.
 */
export async function makeKey(
  accounts: Accounts,
  wanted: WantedKey,
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const { db, clock } = accounts;
  const { userId, teamId = null, origin } = wanted;
  requireRate(accounts, wanted.requests ?? null);
  const made = await transaction(db, async (trx) => {
    await requireMaker(trx, accounts, userId, teamId);
    const holder: KeyHolder = teamId === null ? { userId } : { teamId };
    await requireRoom(trx, holder, clock());
    const inserted = await insertKey(trx, { ...wanted, ...holder }, clock);
    await note(trx, "key_made", inserted.record, { userId, origin, at: clock() });
    return inserted;
  });
  await tellOfKey(accounts, userId, made.record);
  return made;
}

/** Keys of a user or a team, oldest first, revoked and expired ones too. */
export async function keysOf(db: Reader, holder: KeyHolder): Promise<ApiKey[]> {
  const all = db.selectFrom("api_keys").selectAll().orderBy("created_at").orderBy("id");
  const held = "userId" in holder ? all.where("user_id", "=", holder.userId) : all.where("team_id", "=", holder.teamId);
  return (await held.execute()).map(apiKeyOf);
}

/** How many keys of a user open something. */
export async function liveKeys({ db, clock }: Accounts, userId: string): Promise<number> {
  const now = clock().toISOString();
  return (await keysOf(db, { userId })).filter((key) => isLive(key, now)).length;
}

function isLive({ revokedAt, expiresAt }: ApiKey, now: string): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/**
 * Makes a key that is as the old one, which goes on for some hours so that programs can change over. The new one lives
 * as long as the old one was to. Throws `not_found`, `forbidden`, `invalid_input`, or `conflict` for one that has ended
 * or was replaced before, or when there are too many.
 */
export async function rotateKey(
  accounts: Accounts,
  wanted: Asking & { readonly keyId: string; readonly overlap_h: number },
): Promise<{ readonly key: string; readonly record: ApiKey }> {
  const { db, clock } = accounts;
  const { userId, keyId, overlap_h, origin } = wanted;
  if (!Number.isInteger(overlap_h) || overlap_h < 0 || overlap_h > OVERLAP_HOURS_MAX) {
    const message = `is not between 0 and ${OVERLAP_HOURS_MAX} hours`;
    throw new OnpointError("invalid_input", `the overlap ${message}`, { faults: [{ path: "overlap", message }] });
  }
  const at = clock();
  const replacement = await transaction(db, async (trx) => {
    const old = await ownKey(trx, userId, keyId);
    const hasEnded = old.revokedAt !== null || (old.expiresAt !== null && old.expiresAt <= at.toISOString());
    if (hasEnded) throw new OnpointError("conflict", "this key has ended already", { hint: "Make a new one." });
    const life_ms = old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt);
    const expiresAt = life_ms === null ? null : new Date(at.getTime() + life_ms);
    const end = new Date(at.getTime() + overlap_h * HOUR_MS).toISOString();
    const expires_at = old.expiresAt === null || end < old.expiresAt ? end : old.expiresAt;
    await markReplaced(trx, keyId, { expires_at, replaced_at: at.toISOString() });
    await requireRoom(trx, holderOfKey(old), at);
    const made = await insertKey(trx, { ...old, expiresAt }, clock);
    await note(trx, "key_rotated", made.record, { userId, origin, at });
    return made;
  });
  await tellOfKey(accounts, userId, replacement.record);
  return replacement;
}

/** Whoever made it is told: it opens as much as a sign-in, and for longer. */
async function tellOfKey(accounts: Accounts, userId: string, { name, prefix, teamId }: ApiKey): Promise<void> {
  const user = await accounts.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  if (user === undefined) return;
  const whose = teamId === null ? "" : " for a team";
  tellOwner(accounts, user.email, {
    what: `the key "${name}" was made${whose}, which begins with ${prefix}`,
    remedy: `revoke it at ${accounts.authUrl}/account/keys and set a new password at once`,
  });
}

/** Ends a key of one's own or of a team whose admin one is; it stops working within two seconds. Throws `not_found` or `forbidden`. */
export async function endKey(
  { db, clock }: Accounts,
  { userId, keyId, origin }: Asking & { readonly keyId: string },
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    const key = await ownKey(trx, userId, keyId);
    if (key.revokedAt !== null) return;
    await trx.updateTable("api_keys").set({ revoked_at: at.toISOString() }).where("id", "=", keyId).execute();
    await note(trx, "key_revoked", key, { userId, origin, at });
  });
}

/** Of two who replace a key one does: a form that is sent twice makes one key, not a second whose life ends with the old one's. */
async function markReplaced(
  trx: Trx,
  keyId: string,
  change: { readonly expires_at: string; readonly replaced_at: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("api_keys")
    .set(change)
    .where("id", "=", keyId)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw new OnpointError("conflict", "this key has been replaced already", {
    hint: "Replace the one that took its place.",
  });
}

async function ownKey(trx: Trx, userId: string, keyId: string): Promise<ApiKey> {
  const row = await trx.selectFrom("api_keys").selectAll().where("id", "=", keyId).executeTakeFirst();
  if (row !== undefined && row.user_id === userId) return apiKeyOf(row);
  if (row === undefined || row.team_id === null) throw new OnpointError("not_found", "there is no such key");
  await requireStanding(trx, { teamId: row.team_id, userId, wanted: "admin" });
  return apiKeyOf(row);
}

function holderOfKey({ userId, teamId }: ApiKey): KeyHolder {
  return teamId === null ? { userId: userId ?? "" } : { teamId };
}

/** Holds whose key it is to be until the end of the transaction, so that two who make one do not both find room. */
async function requireRoom(trx: Trx, holder: KeyHolder, at: Date): Promise<void> {
  if ("userId" in holder) {
    await trx
      .updateTable("users")
      .set((row) => ({ name: row.ref("name") }))
      .where("id", "=", holder.userId)
      .execute();
  } else {
    await trx
      .updateTable("teams")
      .set((row) => ({ name: row.ref("name") }))
      .where("id", "=", holder.teamId)
      .execute();
  }
  const now = at.toISOString();
  const live = (await keysOf(trx, holder)).filter((key) => isLive(key, now));
  if (live.length < KEYS_MAX) return;
  throw new OnpointError("conflict", `nobody has more than ${KEYS_MAX} keys`, { hint: "Revoke one first." });
}

/** Whether a user may make a key of their own, or one of a team whose admin they are. */
export async function canMakeKeys(
  { db, keysFor }: Pick<Accounts, "keysFor"> & { readonly db: Reader },
  userId: string,
  teamId: string | null,
): Promise<boolean> {
  if (keysFor === "everyone" || (await mayMakeKeys(db, userId, teamId))) return true;
  const user = await db.selectFrom("users").select("is_admin").where("id", "=", userId).executeTakeFirst();
  return user?.is_admin === 1;
}

async function requireMaker(trx: Trx, accounts: Accounts, userId: string, teamId: string | null): Promise<void> {
  if (teamId !== null) await requireStanding(trx, { teamId, userId, wanted: "admin" });
  if (await canMakeKeys({ db: trx, keysFor: accounts.keysFor }, userId, teamId)) return;
  throw new OnpointError("forbidden", "your organization may not make keys here", {
    hint: "An administrator of this service can allow it.",
  });
}

function requireRate({ requests_max }: Accounts, requests: RequestRate | null): void {
  if (requests === null) return;
  const isWhole = [requests.perMinute, requests.burst].every((number) => Number.isSafeInteger(number) && number >= 1);
  const isMore =
    requests_max !== null && (requests.perMinute > requests_max.perMinute || requests.burst > requests_max.burst);
  if (isWhole && !isMore) return;
  const most =
    requests_max === null ? "" : `, at most ${requests_max.perMinute} a minute and ${requests_max.burst} at once`;
  const message = `must be a whole number from 1${most}`;
  throw new OnpointError("invalid_input", `the limit of requests ${message}`, {
    faults: [{ path: "requests", message }],
  });
}

async function note(
  trx: Trx,
  event: AuditEventName,
  { id, name, prefix, teamId }: ApiKey,
  { userId, origin, at }: Asking & { readonly at: Date },
): Promise<void> {
  const detail = { key: id, name, prefix, team: teamId };
  await noteEvent(trx, { event, at, actorId: userId, userId, origin, detail });
}
