import type { Generated } from "kysely";
import type { PrimaryKeys } from "#db/schema.ts";
import type { LedgerEvent } from "./usage/ledger.ts";

declare module "#db/schema.ts" {
  interface Database {
    api_keys: ApiKeysTable;
    secrets: SecretsTable;
    users: UsersTable;
    sessions: SessionsTable;
    known_browsers: KnownBrowsersTable;
    one_time_links: OneTimeLinksTable;
    guesses: GuessesTable;
    request_buckets: RequestBucketsTable;
    audit_events: AuditEventsTable;
    second_factors: SecondFactorsTable;
    recovery_codes: RecoveryCodesTable;
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
    organizations: OrganizationsTable;
    teams: TeamsTable;
    organization_members: OrganizationMembersTable;
    team_members: TeamMembersTable;
    invitations: InvitationsTable;
    plans: PlansTable;
    subscriptions: SubscriptionsTable;
    ledger: LedgerTable;
    reservations: ReservationsTable;
    month_sums: MonthSumsTable;
    payers: PayersTable;
    member_caps: MemberCapsTable;
    sign_in_rules: SignInRulesTable;
    matter_rules: MatterRulesTable;
    matters: MattersTable;
    matter_budgets: MatterBudgetsTable;
    spending_warnings: SpendingWarningsTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const ACCOUNT_TABLES = {
  api_keys: ["id"],
  secrets: ["name"],
  organizations: ["id"],
  teams: ["id"],
  users: ["id"],
  sessions: ["id"],
  known_browsers: ["user_id", "token_hash"],
  one_time_links: ["token_hash"],
  guesses: ["name"],
  request_buckets: ["name"],
  audit_events: ["id"],
  second_factors: ["user_id"],
  recovery_codes: ["user_id", "code_hash"],
  passkeys: ["id"],
  passkey_challenges: ["challenge_hash"],
  organization_members: ["organization_id", "user_id"],
  team_members: ["team_id", "user_id"],
  invitations: ["id"],
  plans: ["name"],
  subscriptions: ["holder_id"],
  ledger: ["id"],
  reservations: ["id"],
  month_sums: ["payer_id", "month", "spender_id"],
  payers: ["id"],
  member_caps: ["payer_id", "spender_id"],
  sign_in_rules: ["organization_id"],
  matter_rules: ["organization_id"],
  matters: ["organization_id", "number"],
  matter_budgets: ["payer_id", "matter"],
  spending_warnings: ["payer_id", "about", "percent"],
} as const satisfies Partial<PrimaryKeys>;

type ApiKeysTable = {
  id: string;
  name: string;
  /** The first characters of the key, kept to tell keys apart. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal: keys are 256 random bits, so no slow hash is called for. */
  hash: string;
  full_historical_access: 0 | 1;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** Whose it is: a user's, a team's, or nobody's. */
  user_id: string | null;
  team_id: string | null;
  records_access: 0 | 1;
  requests_per_minute: number | null;
  requests_burst: number | null;
  /** When another took its place, beside which it may go on until `expires_at`. */
  replaced_at: string | null;
  /** What is charged by it is charged to this matter, where a request names none. */
  matter: string | null;
};

/** What the service signs with; whoever reads it can write what only the service should. */
type SecretsTable = {
  name: string;
  /** Hexadecimal. */
  value: string;
};

/** People. One who is deleted has no row any more; the audit and the ledger keep the bare id. */
type UsersTable = {
  id: string;
  /** As `readEmail` writes it: what it is found by. Whoever has a row has shown that it is theirs. */
  email: string;
  name: string;
  /** In the form of the PHC string format; see `PasswordHasher`. */
  password_hash: string;
  /** Looks after the service: sees the audit of all. */
  is_admin: 0 | 1;
  suspended_at: string | null;
  created_at: string;
  /** The team they work for: it pays for what they ask for by token. */
  team_id: string | null;
};

type SessionsTable = {
  id: string;
  user_id: string;
  /** SHA-256 of what the browser holds. */
  token_hash: string;
  created_at: string;
  /** To the minute. */
  seen_at: string;
  /** However much it is used. */
  expires_at: string;
  /** How it was begun: see `SignInMethod`. */
  method: string;
  address: string | null;
  agent: string | null;
};

/** Browsers in which a user has signed in, by what each keeps of it. */
type KnownBrowsersTable = {
  user_id: string;
  /** SHA-256 of what the browser holds. */
  token_hash: string;
  created_at: string;
  seen_at: string;
};

/** Addresses that open once: to choose a password, to come back in, to join. */
type OneTimeLinksTable = {
  /** SHA-256 of what stands in the address. */
  token_hash: string;
  purpose: string;
  email: string | null;
  user_id: string | null;
  /** What the link grants, as JSON. */
  detail: string;
  created_at: string;
  expires_at: string;
};

/** How often something secret was tried, by what is counted for; see `guesses.ts`. */
type GuessesTable = {
  /** SHA-256 of what is counted for. */
  name: string;
  count: number;
  last_at: string;
  blocked_until: string;
};

/** Requests counted over all machines: a token bucket a name. See `request-buckets.ts`. */
type RequestBucketsTable = {
  /** SHA-256 of what is counted for. */
  name: string;
  /** The limit as it was at the last draw, and how many requests that was of. */
  burst: number;
  per_minute: number;
  wanted: number;
  granted: number;
  tokens: number;
  /** Milliseconds since 1970 by the database's clock. */
  drawn_at_ms: number;
};

/** What happened to accounts. Rows are added, and lose what tells of a person when that person's account is deleted. */
type AuditEventsTable = {
  id: Generated<number>;
  at: string;
  event: string;
  /** Who did it: a user's id, `operator`, or nobody known. */
  actor_id: string | null;
  /** Whose account it concerns. */
  user_id: string | null;
  address: string | null;
  agent: string | null;
  /** Plain values as JSON; never a secret. */
  detail: string;
};

type SecondFactorsTable = {
  user_id: string;
  /** Base32. Codes are worked out from it, so it cannot be kept as a hash. */
  secret: string;
  /** Until then it counts for nothing. */
  confirmed_at: string | null;
  /** The thirty seconds since 1970 whose code was used last: none is good twice. */
  last_step: number;
};

type RecoveryCodesTable = {
  user_id: string;
  /** SHA-256: the codes are 80 random bits. */
  code_hash: string;
  used_at: string | null;
};

/** Passkeys (WebAuthn): what opens nothing without the device that keeps the private half. */
type PasskeysTable = {
  /** As the device names it, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** How often the device says it has signed; 0 of those that do not count. */
  counter: number;
  /** Kept by more than one device of its owner. */
  is_synced: 0 | 1;
  created_at: string;
  last_used_at: string | null;
};

/** What devices are asked to sign, once. */
type PasskeyChallengesTable = {
  /** SHA-256 of 256 random bits. */
  challenge_hash: string;
  purpose: string;
  user_id: string | null;
  expires_at: string;
};

/** Customers: firms and the like. Plans are theirs, and the operator's choice whether their people may make keys. */
type OrganizationsTable = {
  id: string;
  name: string;
  may_make_keys: 0 | 1;
  created_at: string;
};

/** Groups within an organization. Keys, spending and caps are theirs. */
type TeamsTable = {
  id: string;
  organization_id: string;
  name: string;
  created_at: string;
};

type OrganizationMembersTable = {
  organization_id: string;
  user_id: string;
  /** `owner`, `admin` or `member`. */
  role: string;
  joined_at: string;
};

type TeamMembersTable = {
  team_id: string;
  user_id: string;
  /** `admin` or `member`. */
  role: string;
  joined_at: string;
};

type InvitationsTable = {
  id: string;
  organization_id: string;
  team_id: string | null;
  /** To whom alone it is open. */
  email: string;
  role: string;
  token_hash: string;
  created_at: string;
  expires_at: string;
};

type PlansTable = {
  name: string;
  historical: 0 | 1;
  records: 0 | 1;
  /** A month, in millionths of a dollar. */
  included_microusd: number;
};

/** Who has subscribed to what: users and organizations. Who has no row has the standard plan. */
type SubscriptionsTable = {
  holder_id: string;
  plan: string;
  status: string;
  since: string;
};

/** What was used and what it cost; rows are added and never changed, which the database sees to. Ids alone, no person. */
type LedgerTable = {
  id: Generated<number>;
  at: string;
  /** `YYYY-MM` in UTC. */
  month: string;
  event: LedgerEvent;
  payer_id: string;
  spender_id: string;
  key_id: string | null;
  what: string;
  reservation_id: string | null;
  count: number;
  included_microusd: number;
  on_demand_microusd: number;
  /** What the service bears. */
  absorbed_microusd: number;
  /** The client or matter it is charged on to, as the firm numbers them. */
  matter: string | null;
};

type ReservationsTable = {
  id: string;
  payer_id: string;
  spender_id: string;
  key_id: string | null;
  what: string;
  /** Of the one thing it is for; unique among those of a payer that are open or settled. */
  name: string;
  month: string;
  state: "open" | "settled" | "settled_late" | "released" | "expired";
  /** Held while it is open, paid once it is settled. */
  included_microusd: number;
  on_demand_microusd: number;
  created_at: string;
  expires_at: string | null;
  matter: string | null;
};

/** The ledger added up, for those who ask whether something fits. */
type MonthSumsTable = {
  payer_id: string;
  month: string;
  spender_id: string;
  included_used: number;
  included_held: number;
  on_demand_used: number;
  on_demand_held: number;
};

type PayersTable = {
  id: string;
  /** When on-demand use was opted into; null: it was not. */
  opted_in_at: string | null;
  cap_microusd: number;
  /** For each member of a team who has no cap of their own. */
  member_cap_microusd: number | null;
};

/** What an organization wants of how its people sign in; see `sign-in-rules.ts`. */
type SignInRulesTable = {
  organization_id: string;
  wants_factor: 0 | 1;
  whole_hours: number | null;
  idle_hours: number | null;
  /** JSON: networks in the notation of RFC 4632. */
  networks: string;
};

/** What an organization wants of matters; see `matters/rules.ts`. */
type MatterRulesTable = { organization_id: string; pattern: string | null; is_required: 0 | 1; is_listed: 0 | 1 };

/** The list that an organization keeps of its clients and matters. */
type MattersTable = { organization_id: string; number: string; name: string };

/** What a matter may cost a payer in all. */
type MatterBudgetsTable = { payer_id: string; matter: string; budget_microusd: number };

/** Which part of what a payer may spend was told to be used up, so that it is told once. */
type SpendingWarningsTable = { payer_id: string; about: string; percent: number; at: string };

type MemberCapsTable = { payer_id: string; spender_id: string; cap_microusd: number };
