import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { Adapter, AdapterPayload, ClientMetadata } from "oidc-provider";
import { AT_THE_MACHINE, noteEvent, OPERATOR_ID } from "#accounts/audit/audit.ts";
import type { By } from "#accounts/users/admins.ts";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { clientFault, clientMetadata, DEVICE_GRANT } from "./client-rules.ts";
import { hashOf } from "./hashes.ts";
import type { IdTokenAlgorithm } from "./keys.ts";
import { ASKS_TO_STAY, OWN_ID } from "./staying.ts";

/** An application that people may sign in to, as it may be shown: everything but its secret. */
export type OAuthClient = {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Whether it keeps a secret. */
  readonly isConfidential: boolean;
  readonly origin: "registered" | "operator";
  readonly createdAt: string;
  /** When somebody last let it in. */
  readonly grantedAt: string | null;
};

export type NewClient = {
  readonly name: string;
  /** None for a program that shows a code, which a person types elsewhere. */
  readonly redirectUris: readonly string[];
  /** How it proves itself; `none` for one that can keep no secret. */
  readonly authentication: "none" | "client_secret_basic" | "client_secret_post";
  /** By what its ID tokens are signed; RS256, which every library of OpenID Connect expects, unless it says else. */
  readonly idTokenAlgorithm?: IdTokenAlgorithm;
};

const BY_OPERATOR = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };

/** Where the library keeps the applications that register by themselves, and finds all of them. */
export class ClientStore implements Pick<Adapter, "upsert" | "find" | "destroy"> {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async upsert(id: string, { client_secret, ...metadata }: AdapterPayload): Promise<void> {
    const row = {
      id,
      metadata: JSON.stringify(metadata),
      secret_hash: typeof client_secret === "string" ? hashOf(client_secret) : null,
      origin: "registered" as const,
      created_at: this.#clock().toISOString(),
      granted_at: null,
    };
    await transaction(this.#db, async (trx) => trx.insertInto("oauth_clients").values(row).execute());
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom("oauth_clients")
      .select(["metadata", "secret_hash", "origin"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const stated = JSON.parse(row.metadata) as AdapterPayload;
    const isOwn = row.origin === "registered";
    const metadata = { ...stated, [OWN_ID]: isOwn, ...(!isOwn && { [ASKS_TO_STAY]: true }) };
    return row.secret_hash === null ? metadata : { ...metadata, client_secret: row.secret_hash };
  }

  async destroy(id: string): Promise<void> {
    await removeClient(this.#db, id);
  }
}

/**
 * Makes an application known that does not register by itself. The secret is returned here and nowhere else.
 * @throws OnpointError `invalid_input`
 */
export async function createClient(
  db: Db,
  wanted: NewClient,
  clock: Clock = systemClock,
  by: By = BY_OPERATOR,
): Promise<{ readonly client: OAuthClient; readonly secret: string | null }> {
  const id = randomBytes(16).toString("hex");
  const secret = wanted.authentication === "none" ? null : randomBytes(32).toString("base64url");
  const metadata: ClientMetadata = clientMetadata({
    client_name: wanted.name.trim(),
    redirect_uris: [...wanted.redirectUris],
    ...(wanted.redirectUris.length === 0 && { grant_types: [DEVICE_GRANT, "refresh_token"] }),
    token_endpoint_auth_method: wanted.authentication,
    id_token_signed_response_alg: wanted.idTokenAlgorithm ?? "RS256",
  });
  const fault = clientFault(metadata);
  if (fault !== undefined) {
    throw new OnpointError("invalid_input", `this application cannot be made known: ${fault}`, {
      hint: "`onpoint oauth clients create --help` has an example.",
    });
  }
  const row: Selectable<Database["oauth_clients"]> = {
    id,
    metadata: JSON.stringify({ ...metadata, client_id: id }),
    secret_hash: secret === null ? null : hashOf(secret),
    origin: "operator",
    created_at: clock().toISOString(),
    granted_at: null,
  };
  await transaction(db, async (trx) => {
    await trx.insertInto("oauth_clients").values(row).execute();
    const detail = { client: id, name: metadata.client_name ?? "" };
    await noteEvent(trx, { event: "oauth_client_made_known", ...by, at: clock(), detail });
  });
  return { client: clientOf(row), secret };
}

/** All applications that were made known or registered, oldest first. */
export async function listClients(db: Reader): Promise<OAuthClient[]> {
  const rows = await db.selectFrom("oauth_clients").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(clientOf);
}

/** Forgets an application with all it was let in to: its tokens end at once. Whether there was one. */
export async function removeClient(
  db: Db,
  id: string,
  clock: Clock = systemClock,
  by: By = BY_OPERATOR,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    await trx.deleteFrom("oauth_artifacts").where("client_id", "=", id).execute();
    const { numDeletedRows } = await trx.deleteFrom("oauth_clients").where("id", "=", id).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await noteEvent(trx, { event: "oauth_client_removed", ...by, at: clock(), detail: { client: id } });
    return true;
  });
}

function clientOf(row: Selectable<Database["oauth_clients"]>): OAuthClient {
  const metadata = JSON.parse(row.metadata) as Partial<ClientMetadata>;
  return {
    id: row.id,
    name: metadata.client_name ?? "",
    redirectUris: metadata.redirect_uris ?? [],
    isConfidential: row.secret_hash !== null,
    origin: row.origin,
    createdAt: row.created_at,
    grantedAt: row.granted_at,
  };
}
