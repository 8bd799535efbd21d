import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import { roleIn } from "../teams/roles.ts";
import type { By } from "../users/admins.ts";
import { mayBypassFirm } from "./enforced.ts";
import { requireSettler } from "./settlers.ts";

/** The identity provider of an organization. */
export type FirmConnection = {
  readonly id: string;
  readonly organizationId: string;
  /** As the provider writes itself, to the letter. */
  readonly issuer: string;
  readonly clientId: string;
  /** For the provider alone to see. */
  readonly clientSecret: string;
  readonly groupsClaim: string;
  /** Whether a mail address counts that the provider does not mark as verified; one marked as not verified never does. */
  readonly trustsMail: boolean;
  /** Whether members may sign in in no other way. */
  readonly isEnforced: boolean;
  /** The owner who may all the same. */
  readonly breakGlassId: string | null;
  readonly createdAt: string;
};

export type WantedConnection = {
  readonly organizationId: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: the one that is kept stays. */
  readonly clientSecret?: string;
  readonly groupsClaim?: string;
  readonly trustsMail?: boolean;
};

const TEXT_CHARS_MAX = 500;
const SECRET_CHARS_MAX = 2000;
const SHOWN = /^[\x21-\x7e]+$/u;
/** These take anybody with an account at Microsoft, and whoever administers any tenant says what mail address one has. */
const ANY_TENANT = /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/u;

/**
 * Sets by which provider the people of an organization sign in. Another issuer or client forgets whose accounts were
 * whose, since its subjects are other people. Throws `invalid_input`, `forbidden` or `not_found`.
 */
export async function setConnection(
  { db, clock }: Accounts,
  wanted: WantedConnection,
  by: By,
): Promise<FirmConnection> {
  const at = clock();
  const { organizationId } = wanted;
  const issuer = readIssuer(wanted.issuer);
  const client_id = readShown(wanted.clientId, "clientId", "the client id", TEXT_CHARS_MAX);
  const secret = wanted.clientSecret;
  const given = secret === undefined ? undefined : readShown(secret, "clientSecret", "the secret", SECRET_CHARS_MAX);
  return transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    const held = await connectionOf(trx, organizationId);
    const client_secret = given ?? held?.clientSecret;
    if (client_secret === undefined) throw fault("clientSecret", "the secret is missing", "is missing");
    const isOther = held !== undefined && held.issuer !== issuer;
    if (isOther && given === undefined) {
      throw fault("clientSecret", "another provider needs another secret", "is that of another provider");
    }
    const groups = wanted.groupsClaim?.trim() ?? held?.groupsClaim ?? "groups";
    const row = {
      issuer,
      client_id,
      client_secret,
      groups_claim: readShown(groups === "" ? "groups" : groups, "groupsClaim", "the claim", TEXT_CHARS_MAX),
      trusts_mail: (wanted.trustsMail ?? held?.trustsMail ?? false) ? (1 as const) : (0 as const),
    };
    if (held === undefined) {
      const fresh = { id: randomUUID(), organization_id: organizationId, created_at: at.toISOString() };
      await trx
        .insertInto("firm_connections")
        .values({ ...fresh, ...row, is_enforced: 0, break_glass_id: null })
        .execute();
    } else {
      await trx.updateTable("firm_connections").set(row).where("id", "=", held.id).execute();
      await trx.deleteFrom("firm_arrivals").where("connection_id", "=", held.id).execute();
      if (isOther) await trx.deleteFrom("firm_identities").where("organization_id", "=", organizationId).execute();
    }
    await note(trx, "firm_connection_set", by, at, { organization: organizationId, issuer });
    return heldConnection(trx, organizationId);
  });
}

/** Ends signing in by the provider; accounts and what they may stay. Throws as `setConnection`. */
export async function removeConnection({ db, clock }: Accounts, organizationId: string, by: By): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    await heldConnection(trx, organizationId);
    await trx.deleteFrom("firm_identities").where("organization_id", "=", organizationId).execute();
    await trx.deleteFrom("firm_connections").where("organization_id", "=", organizationId).execute();
    await note(trx, "firm_connection_removed", by, at, { organization: organizationId });
  });
}

/**
 * Whether members may sign in in no other way, and which owner may all the same. Turning it on ends the sign-ins that
 * were begun otherwise. Throws `conflict` where nobody has signed in by the provider yet: a connection that does not
 * work would shut everybody out.
 */
export async function enforceConnection(
  { db, clock }: Accounts,
  wanted: { readonly organizationId: string; readonly isEnforced: boolean; readonly breakGlassId?: string | null },
  by: By,
): Promise<FirmConnection> {
  const { organizationId, isEnforced, breakGlassId = null } = wanted;
  const at = clock();
  return transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    const held = await heldConnection(trx, organizationId);
    if (isEnforced) {
      await requireTried(trx, organizationId);
      if (breakGlassId === null || (await roleIn(trx, organizationId, breakGlassId)) !== "owner")
        throw fault("breakGlass", "name an owner who may sign in with a password all the same", "is no owner");
    }
    await trx
      .updateTable("firm_connections")
      .set({ is_enforced: isEnforced ? 1 : 0, break_glass_id: isEnforced ? breakGlassId : null })
      .where("id", "=", held.id)
      .execute();
    if (isEnforced) await endOtherWays(trx, organizationId);
    const event = isEnforced ? "firm_enforced" : "firm_not_enforced";
    await note(trx, event, by, at, { organization: organizationId, owner: breakGlassId });
    return heldConnection(trx, organizationId);
  });
}

export async function connectionOf(db: Reader, organizationId: string): Promise<FirmConnection | undefined> {
  const row = await db
    .selectFrom("firm_connections")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row && connectionIn(row);
}

export async function connectionById(db: Reader, id: string): Promise<FirmConnection | undefined> {
  const row = await db.selectFrom("firm_connections").selectAll().where("id", "=", id).executeTakeFirst();
  return row && connectionIn(row);
}

/** Of the organization that a mail address belongs to by its domain. */
export async function connectionForMail(db: Reader, email: string): Promise<FirmConnection | undefined> {
  const row = await db
    .selectFrom("firm_domains")
    .innerJoin("firm_connections", "firm_connections.organization_id", "firm_domains.organization_id")
    .selectAll("firm_connections")
    .where("firm_domains.domain", "=", domainOf(email))
    .where("firm_domains.verified_at", "is not", null)
    .executeTakeFirst();
  return row && connectionIn(row);
}

/** Whether any organization has a provider. */
export async function hasFirms(db: Reader): Promise<boolean> {
  return (await db.selectFrom("firm_connections").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

async function heldConnection(trx: Trx, organizationId: string): Promise<FirmConnection> {
  const held = await connectionOf(trx, organizationId);
  if (held !== undefined) return held;
  throw new OnpointError("not_found", "the organization has no identity provider", {
    hint: "`onpoint sso set` sets one.",
  });
}

async function requireTried(trx: Trx, organizationId: string): Promise<void> {
  const one = await trx
    .selectFrom("firm_identities")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  if (one !== undefined) return;
  throw new OnpointError("conflict", "nobody has signed in with the firm yet", {
    hint: "Sign in with it once, so that it is known to work, and enforce it then.",
  });
}

async function endOtherWays(trx: Trx, organizationId: string): Promise<void> {
  const members = await trx
    .selectFrom("organization_members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .execute();
  for (const { user_id } of members) {
    if (await mayBypassFirm(trx, user_id)) continue;
    await trx
      .deleteFrom("sessions")
      .where("user_id", "=", user_id)
      .where("id", "not in", trx.selectFrom("firm_sessions").select("session_id"))
      .execute();
  }
}

function readIssuer(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(text);
  const isWhole = url !== null && /^https?:$/u.test(url.protocol) && url.search === "" && url.hash === "";
  if (!isWhole || url.username !== "" || url.password !== "" || text.length > TEXT_CHARS_MAX) {
    throw fault("issuer", "the issuer is no https address without ? and #", "is no https address without ? and #");
  }
  if (ANY_TENANT.test(text)) {
    const message = "takes people of every tenant; name your own (https://login.microsoftonline.com/TENANT-ID/v2.0)";
    throw fault("issuer", `this issuer ${message}`, message);
  }
  return text;
}

function readShown(typed: string, path: string, what: string, chars_max: number): string {
  const text = typed.trim();
  if (SHOWN.test(text) && text.length <= chars_max) return text;
  throw fault(path, `${what} is empty, too long or holds characters that cannot be seen`, "is empty or cannot be read");
}

function fault(path: string, message: string, told: string): OnpointError {
  return new OnpointError("invalid_input", message, { faults: [{ path, message: told }] });
}

type Noted = "firm_connection_set" | "firm_connection_removed" | "firm_enforced" | "firm_not_enforced";

async function note(
  trx: Trx,
  event: Noted,
  { actorId, origin }: By,
  at: Date,
  detail: Readonly<Record<string, string | null>>,
): Promise<void> {
  await noteEvent(trx, { event, at, actorId, origin, detail });
}

function connectionIn(row: Selectable<Database["firm_connections"]>): FirmConnection {
  return {
    id: row.id,
    organizationId: row.organization_id,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: row.client_secret,
    groupsClaim: row.groups_claim,
    trustsMail: row.trusts_mail === 1,
    isEnforced: row.is_enforced === 1,
    breakGlassId: row.break_glass_id,
    createdAt: row.created_at,
  };
}
