import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    oauth_artifacts: OAuthArtifactsTable;
    oauth_clients: OAuthClientsTable;
    oauth_keys: OAuthKeysTable;
  }
}

/** The tables of this folder with their primary keys. */
export const OAUTH_TABLES = {
  oauth_artifacts: ["model", "id"],
  oauth_clients: ["id"],
  oauth_keys: ["id"],
} as const satisfies Partial<PrimaryKeys>;

/** What is handed out and has an end: codes, tokens, grants, and the steps of people who are signing in. */
type OAuthArtifactsTable = {
  /** The library's name for the kind: `AccessToken`, `Grant`, … */
  model: string;
  /** SHA-256 of what was handed out, hexadecimal: 256 random bits, so no slow hash is called for. */
  id: string;
  /** JSON, without the id itself. */
  payload: string;
  grant_id: string | null;
  /** A second name: of a session, or SHA-256 of the code that a person types for a device. */
  uid: string | null;
  client_id: string | null;
  account_id: string | null;
  created_at: string;
  expires_at: string;
  /** When it was used, where it may be used once. */
  consumed_at: string | null;
  /** When a device last asked whether it is allowed yet. */
  polled_at: string | null;
};

/** The applications that people may sign in to, those known by an address of their own excepted. */
type OAuthClientsTable = {
  id: string;
  /** JSON, as registered; without the secret. */
  metadata: string;
  /** SHA-256 of the secret, hexadecimal; null for public clients. */
  secret_hash: string | null;
  /** `registered` by itself, or made by the `operator`. */
  origin: "registered" | "operator";
  created_at: string;
  /** When somebody last let it in. */
  granted_at: string | null;
};

/** What is signed with; whoever reads it can write what only the service should. */
type OAuthKeysTable = {
  id: string;
  purpose: "id-tokens" | "cookies";
  /** A private JWK, or hexadecimal. */
  value: string;
  created_at: string;
  /** Since then nothing new is signed with it. */
  retired_at: string | null;
};
