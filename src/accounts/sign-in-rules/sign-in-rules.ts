import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import type { Database } from "#db/schema.ts";
import { mayBypassFirm } from "../firms/enforced.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { secondFactorState } from "../second-factor/held-factors.ts";
import { requireRole } from "../teams/roles.ts";
import { isWithin } from "./networks.ts";

/** What an organization wants of how its people sign in. */
export type SignInRules = {
  /** A code, a recovery code or a passkey beside the password. */
  readonly wantsFactor: boolean;
  /** A sign-in ends after so long, however much it is used; null: as the service has it. */
  readonly whole_hours: number | null;
  /** The same without being used. */
  readonly idle_hours: number | null;
  /** From where alone its people sign in and their keys and applications call; none: from anywhere. */
  readonly networks: readonly string[];
};

export const NO_RULES: SignInRules = { wantsFactor: false, whole_hours: null, idle_hours: null, networks: [] };

/** The rules of all organizations that somebody, or a team, belongs to, of which each must hold. */
export type RulesOver = readonly SignInRules[];

const HOUR_MS = 3_600_000;
const HOURS_MAX = 24 * 365;

const ofMembers = listQuery((db, ids) =>
  db
    .selectFrom("sign_in_rules")
    .innerJoin("organization_members", "organization_members.organization_id", "sign_in_rules.organization_id")
    .selectAll("sign_in_rules")
    .where("organization_members.user_id", "in", ids),
);

const ofTeams = listQuery((db, ids) =>
  db
    .selectFrom("sign_in_rules")
    .innerJoin("teams", "teams.organization_id", "sign_in_rules.organization_id")
    .selectAll("sign_in_rules")
    .where("teams.id", "in", ids),
);

export async function rulesOverUser(db: Reader, userId: string): Promise<RulesOver> {
  return (await ofMembers(db, [userId])).map(rulesOf);
}

export async function rulesOverTeam(db: Reader, teamId: string): Promise<RulesOver> {
  return (await ofTeams(db, [teamId])).map(rulesOf);
}

/** The rules of an organization; those of one that has set none ask for nothing. */
export async function signInRules(db: Reader, organizationId: string): Promise<SignInRules> {
  const row = await db
    .selectFrom("sign_in_rules")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row === undefined ? NO_RULES : rulesOf(row);
}

/** Whether an address may be where somebody signs in or calls from. */
export function isPlaceAllowed(rules: RulesOver, address: string | null): boolean {
  return rules.every(({ networks }) => networks.length === 0 || isWithin(networks, address));
}

/** How long a sign-in lasts under these rules, in milliseconds: no longer than the service lets it. */
export function livesUnder(rules: RulesOver, { idle_ms, whole_ms }: Accounts["lives"]): Accounts["lives"] {
  return {
    idle_ms: least(
      idle_ms,
      rules.map(({ idle_hours }) => idle_hours),
    ),
    whole_ms: least(
      whole_ms,
      rules.map(({ whole_hours }) => whole_hours),
    ),
  };
}

function least(ours_ms: number, hours: readonly (number | null)[]): number {
  return Math.min(ours_ms, ...hours.flatMap((some) => (some === null ? [] : [some * HOUR_MS])));
}

/** What the rules over somebody mean for the keys and tokens they call with. */
export type Bounds = { readonly rules: RulesOver; readonly lacksFactor: boolean };

/** Undefined where no organization asks for anything. */
export async function boundsOfUser(db: Reader, userId: string): Promise<Bounds | undefined> {
  const rules = await rulesOverUser(db, userId);
  if (rules.length === 0) return undefined;
  const isWanted = rules.some(({ wantsFactor }) => wantsFactor) && !(await secondFactorState(db, userId)).isOn;
  // Who has no way in but the firm's is asked for a factor there.
  const lacksFactor = isWanted && (await mayBypassFirm(db, userId));
  return { rules, lacksFactor };
}

/** Of a team's key, which is nobody's in particular. */
export async function boundsOfTeam(db: Reader, teamId: string): Promise<Bounds | undefined> {
  const rules = await rulesOverTeam(db, teamId);
  return rules.length === 0 ? undefined : { rules, lacksFactor: false };
}

/** Holds a call to the bounds of who makes it. Throws `forbidden`. */
export function requireWithin(bounds: Bounds | undefined, address: string | null): void {
  if (bounds === undefined) return;
  if (!isPlaceAllowed(bounds.rules, address)) throw wrongPlace();
  if (bounds.lacksFactor) throw factorWanted();
}

/** What is said to who signs in from elsewhere. */
export function wrongPlace(): OnpointError {
  return new OnpointError("forbidden", "your organization does not allow access from this network", {
    hint: "Connect from its network, or ask whoever administers the organization.",
  });
}

/** Tells of who needs a second factor and has none. */
export function factorWanted(): OnpointError {
  return new OnpointError("forbidden", "your organization asks for a second factor, and this account has none", {
    hint: "Sign in and add one on the page Security.",
  });
}

/**
 * Sets the rules of an organization, as its owner or an administrator of it. Nobody shuts themselves out: the network and
 * the second factor that are asked for must be one's own. Throws `forbidden`, `not_found` or `invalid_input`.
 */
export async function setSignInRules(
  accounts: Accounts,
  wanted: {
    readonly organizationId: string;
    readonly rules: SignInRules;
    readonly userId: string;
    readonly origin: Origin;
  },
): Promise<void> {
  const { organizationId, rules, userId, origin } = wanted;
  requireHours(rules);
  const at = accounts.clock();
  await transaction(accounts.db, async (trx) => {
    await requireRole(trx, { organizationId, userId, wanted: "admin" });
    if (!isPlaceAllowed([rules], origin.address))
      throw fault("networks", `must hold ${origin.address ?? "the address"} that you are asking from`);
    if (rules.wantsFactor && !(await secondFactorState(trx, userId)).isOn)
      throw fault("factor", "needs one of your own first: add it on the page Security");
    const row = {
      wants_factor: rules.wantsFactor ? (1 as const) : (0 as const),
      whole_hours: rules.whole_hours,
      idle_hours: rules.idle_hours,
      networks: JSON.stringify(rules.networks),
    };
    await trx
      .insertInto("sign_in_rules")
      .values({ organization_id: organizationId, ...row })
      .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(row))
      .execute();
    const detail = {
      organization: organizationId,
      factor: rules.wantsFactor,
      whole_hours: rules.whole_hours,
      idle_hours: rules.idle_hours,
      networks: rules.networks.join(" "),
    };
    await noteEvent(trx, { event: "sign_in_rules_set", at, actorId: userId, userId: null, origin, detail });
  });
}

/** Takes the rules off an organization whose people are shut out. */
export async function dropSignInRules(
  accounts: Accounts,
  organizationId: string,
  { actorId, origin }: { readonly actorId: string; readonly origin: Origin },
): Promise<void> {
  const at = accounts.clock();
  await transaction(accounts.db, async (trx) => {
    await trx.deleteFrom("sign_in_rules").where("organization_id", "=", organizationId).execute();
    const detail = { organization: organizationId, taken_off: true };
    await noteEvent(trx, { event: "sign_in_rules_set", at, actorId, userId: null, origin, detail });
  });
}

function requireHours({ whole_hours, idle_hours }: SignInRules): void {
  for (const [path, hours] of [
    ["whole", whole_hours],
    ["idle", idle_hours],
  ] as const) {
    if (hours === null || (Number.isInteger(hours) && hours >= 1 && hours <= HOURS_MAX)) continue;
    throw fault(path, `must be a whole number of hours from 1 to ${HOURS_MAX}`);
  }
}

function fault(path: string, message: string): OnpointError {
  return new OnpointError("invalid_input", `what was asked for ${message}`, { faults: [{ path, message }] });
}

function rulesOf(row: Selectable<Database["sign_in_rules"]>): SignInRules {
  return {
    wantsFactor: row.wants_factor === 1,
    whole_hours: row.whole_hours,
    idle_hours: row.idle_hours,
    networks: JSON.parse(row.networks) as string[],
  };
}
