import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    firm_connections: FirmConnectionsTable;
    firm_domains: FirmDomainsTable;
    firm_group_rules: FirmGroupRulesTable;
    firm_identities: FirmIdentitiesTable;
    firm_arrivals: FirmArrivalsTable;
    firm_sessions: FirmSessionsTable;
    firm_logouts: FirmLogoutsTable;
    scim_tokens: ScimTokensTable;
    scim_users: ScimUsersTable;
    scim_groups: ScimGroupsTable;
    scim_group_members: ScimGroupMembersTable;
  }
}

/** The tables of signing in with a firm's identity provider, parents before the tables that refer to them. */
export const FIRM_TABLES = {
  firm_connections: ["id"],
  firm_domains: ["organization_id", "domain"],
  firm_group_rules: ["organization_id", "group_name"],
  firm_identities: ["issuer", "subject"],
  firm_arrivals: ["state_hash"],
  firm_sessions: ["session_id"],
  firm_logouts: ["connection_id", "jti_hash"],
  scim_tokens: ["id"],
  scim_users: ["organization_id", "user_id"],
  scim_groups: ["id"],
  scim_group_members: ["group_id", "user_id"],
} as const satisfies Partial<PrimaryKeys>;

/** The identity provider of an organization, one at most. */
type FirmConnectionsTable = {
  id: string;
  organization_id: string;
  issuer: string;
  client_id: string;
  /** As it is: the provider wants to see it. Whoever reads the records can ask the provider in the service's name. */
  client_secret: string;
  /** The claim of the ID token that names groups. */
  groups_claim: string;
  /** Whether a mail address counts that the provider does not mark as verified. */
  trusts_mail: 0 | 1;
  /** Whether members may sign in in no other way. */
  is_enforced: 0 | 1;
  /** The owner who may all the same. */
  break_glass_id: string | null;
  created_at: string;
};

/** Mail domains that an organization says are its own; one counts once it is verified, and for one organization only. */
type FirmDomainsTable = {
  organization_id: string;
  domain: string;
  /** What the DNS has to say of it. */
  proof: string;
  verified_at: string | null;
  /** `dns`, or the id of the administrator, or `operator`. */
  verified_by: string | null;
};

/** What who is in a group of the provider is here. */
type FirmGroupRulesTable = {
  organization_id: string;
  group_name: string;
  /** `admin` or `member`. */
  role: string;
  team_id: string | null;
};

/** Whom an account belongs to, in the words of the provider. */
type FirmIdentitiesTable = {
  issuer: string;
  subject: string;
  user_id: string;
  organization_id: string;
  created_at: string;
};

/** Sign-ins that went to a provider and have not come back. */
type FirmArrivalsTable = {
  state_hash: string;
  connection_id: string;
  /** SHA-256 of what the browser keeps, so that nobody comes back in another's. */
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  next: string;
  expires_at: string;
};

/** Which sign-ins were begun by which session at the provider. */
type FirmSessionsTable = { session_id: string; issuer: string; subject: string; sid: string | null };

/** Words of the provider to end sign-ins that were followed already. */
type FirmLogoutsTable = { connection_id: string; jti_hash: string; expires_at: string };

/** With what a provider says who is there. */
type ScimTokensTable = {
  id: string;
  organization_id: string;
  token_hash: string;
  created_at: string;
  /** Where another took its place. */
  expires_at: string | null;
  last_used_at: string | null;
};

type ScimUsersTable = {
  organization_id: string;
  user_id: string;
  user_name: string;
  external_id: string | null;
  is_active: 0 | 1;
  /** Taken out by the provider, which sees it no more; kept so that it can be told from one that others have suspended. */
  is_gone: 0 | 1;
  created_at: string;
  updated_at: string;
};

type ScimGroupsTable = {
  id: string;
  organization_id: string;
  display_name: string;
  external_id: string | null;
  created_at: string;
  updated_at: string;
};

type ScimGroupMembersTable = { group_id: string; user_id: string };
