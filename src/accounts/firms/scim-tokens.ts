import { randomUUID } from "node:crypto";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";
import type { By } from "../users/admins.ts";
import { requireSettler } from "./settlers.ts";

/** With what an identity provider says who is there. The token itself is shown once. Moments are ISO 8601 UTC. */
export type ScimToken = {
  readonly id: string;
  readonly createdAt: string;
  /** Where another took its place: until then it goes on beside it. */
  readonly expiresAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
};

/** Tells our tokens from others wherever one turns up. */
const PREFIX = "op_scim_";
const OVERLAP_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Makes the token of an organization; one that is there goes on for a day more, so that the provider can be given the
 * new one. `token` is returned here and nowhere else. Throws `forbidden` or `not_found`.
 */
export async function makeScimToken(
  { db, clock }: Accounts,
  organizationId: string,
  by: By,
): Promise<{ readonly token: string; readonly record: ScimToken }> {
  const at = clock();
  const secret = newToken();
  const end = new Date(at.getTime() + OVERLAP_MS).toISOString();
  return transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    await trx
      .deleteFrom("scim_tokens")
      .where("organization_id", "=", organizationId)
      .where("expires_at", "is not", null)
      .execute();
    await trx
      .updateTable("scim_tokens")
      .set({ expires_at: end })
      .where("organization_id", "=", organizationId)
      .execute();
    const id = randomUUID();
    await trx
      .insertInto("scim_tokens")
      .values({
        id,
        organization_id: organizationId,
        token_hash: hashOfToken(secret),
        created_at: at.toISOString(),
        expires_at: null,
        last_used_at: null,
      })
      .execute();
    await note(trx, "scim_token_made", organizationId, by, at);
    const record = { id, createdAt: at.toISOString(), expiresAt: null, lastUsedAt: null };
    return { token: `${PREFIX}${secret}`, record };
  });
}

/** Ends all tokens of an organization at once; who is there stays. */
export async function endScimTokens({ db, clock }: Accounts, organizationId: string, by: By): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    await trx.deleteFrom("scim_tokens").where("organization_id", "=", organizationId).execute();
    await note(trx, "scim_token_ended", organizationId, by, at);
  });
}

export async function scimTokensOf({ db, clock }: Accounts, organizationId: string): Promise<ScimToken[]> {
  const rows = await db
    .selectFrom("scim_tokens")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("created_at")
    .execute();
  const now = clock().toISOString();
  return rows
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ id, created_at, expires_at, last_used_at }) => ({
      id,
      createdAt: created_at,
      expiresAt: expires_at,
      lastUsedAt: last_used_at,
    }));
}

/** Of which organization a presented token speaks. Throws `unauthorized`. */
export async function organizationOfToken({ db, clock }: Accounts, presented: string): Promise<string> {
  const secret = presented.startsWith(PREFIX) ? presented.slice(PREFIX.length) : "";
  const now = clock();
  const row = isTokenText(secret) ? await tokenRow(db, hashOfToken(secret)) : undefined;
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now.toISOString()))
    throw new OnpointError("unauthorized", "this SCIM token is not valid", {
      hint: "An owner of the organization can make another one.",
    });
  const last_used_at = `${now.toISOString().slice(0, 16)}:00.000Z`;
  const isNoted = row.last_used_at !== null && now.getTime() - Date.parse(row.last_used_at) < MINUTE_MS;
  if (!isNoted) {
    await transaction(db, async (trx) =>
      trx.updateTable("scim_tokens").set({ last_used_at }).where("id", "=", row.id).execute(),
    );
  }
  return row.organization_id;
}

async function tokenRow(db: Reader, hash: string) {
  return db.selectFrom("scim_tokens").selectAll().where("token_hash", "=", hash).executeTakeFirst();
}

async function note(trx: Trx, event: AuditEventName, organization: string, by: By, at: Date): Promise<void> {
  await noteEvent(trx, { event, at, actorId: by.actorId, origin: by.origin, detail: { organization } });
}
