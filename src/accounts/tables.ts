import type { PrimaryKeys } from "#db/schema.ts";

declare module "#db/schema.ts" {
  interface Database {
    api_keys: ApiKeysTable;
    secrets: SecretsTable;
  }
}

/** The tables of this folder with their primary keys, parents before the tables that refer to them. */
export const ACCOUNT_TABLES = {
  api_keys: ["id"],
  secrets: ["name"],
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
};

/** What the service signs with; whoever reads it can write what only the service should. */
type SecretsTable = {
  name: string;
  /** Hexadecimal. */
  value: string;
};
