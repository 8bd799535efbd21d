import { noteEvent } from "#accounts/audit/audit.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";

/** An application that a person has let in. Moments are ISO 8601 UTC. */
export type ConnectedApp = {
  readonly clientId: string;
  /** Its own word, or where its document stands. */
  readonly name: string;
  /** Made known by whoever runs this service. */
  readonly isKnown: boolean;
  readonly scopes: readonly string[];
  readonly since: string;
  /** When it was last given a token that still is kept; null: longer ago than tokens last. */
  readonly lastTokenAt: string | null;
};

/** The applications that people have let in, for them to see and to end. */
export type ConnectedApps = {
  /** By name. */
  readonly list: (personId: string) => Promise<ConnectedApp[]>;
  /**
   * Ends all that a person let an application do: its tokens open nothing any more, here at once and in other processes
   * within two seconds. Throws `not_found`.
   */
  readonly end: (asked: { personId: string; clientId: string; origin: Origin }) => Promise<void>;
  /** Of a person whose account ends. */
  readonly endAll: (personId: string) => Promise<void>;
};

type GrantPayload = {
  readonly openid?: { readonly scope?: string };
  readonly resources?: Readonly<Record<string, string>>;
};

/** @param onEnded told when tokens end that may be remembered as good */
export function connectedApps(db: Db, clock: Clock, onEnded: () => void): ConnectedApps {
  return {
    list: async (personId) => {
      const grants = await grantsOf(db, personId, clock().toISOString());
      const apps = await Promise.all(
        [...Map.groupBy(grants, ({ client_id }) => client_id)].flatMap(([clientId, own]) =>
          clientId === null ? [] : [appOf(db, personId, clientId, own)],
        ),
      );
      return apps.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
    },
    end: async ({ personId, clientId, origin }) => {
      const at = clock();
      await transaction(db, async (trx) => {
        const ended = await trx
          .deleteFrom("oauth_artifacts")
          .where("account_id", "=", personId)
          .where("client_id", "=", clientId)
          .returning("model")
          .execute();
        if (!ended.some(({ model }) => model === "Grant")) {
          throw new OnpointError("not_found", "this application is not let in any more");
        }
        const detail = { client: clientId };
        await noteEvent(trx, {
          event: "oauth_access_revoked",
          at,
          actorId: personId,
          userId: personId,
          origin,
          detail,
        });
      });
      onEnded();
    },
    endAll: async (personId) => {
      await endAllApps(db, personId);
      onEnded();
    },
  };
}

/** Ends all that a person let any application do, for a process that remembers no tokens. */
export async function endAllApps(db: Db, personId: string): Promise<void> {
  await transaction(db, async (trx) => trx.deleteFrom("oauth_artifacts").where("account_id", "=", personId).execute());
}

type GrantRow = { readonly client_id: string | null; readonly payload: string; readonly created_at: string };

async function grantsOf(db: Db, personId: string, now: string): Promise<GrantRow[]> {
  return db
    .selectFrom("oauth_artifacts")
    .select(["client_id", "payload", "created_at"])
    .where("account_id", "=", personId)
    .where("model", "=", "Grant")
    .where("expires_at", ">", now)
    .execute();
}

/** An application may have been let in several times: what was ever allowed and not ended, it may. */
async function appOf(db: Db, personId: string, clientId: string, grants: readonly GrantRow[]): Promise<ConnectedApp> {
  const client = await db
    .selectFrom("oauth_clients")
    .select(["metadata", "origin"])
    .where("id", "=", clientId)
    .executeTakeFirst();
  const token = await db
    .selectFrom("oauth_artifacts")
    .select("created_at")
    .where("account_id", "=", personId)
    .where("client_id", "=", clientId)
    .where("model", "=", "AccessToken")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const said = client === undefined ? {} : (JSON.parse(client.metadata) as { readonly client_name?: string });
  return {
    clientId,
    name: said.client_name?.trim() || clientId,
    isKnown: client?.origin === "operator",
    scopes: [...new Set(grants.flatMap(({ payload }) => scopesIn(JSON.parse(payload) as GrantPayload)))],
    since: grants.map(({ created_at }) => created_at).toSorted()[0] ?? "",
    lastTokenAt: token?.created_at ?? null,
  };
}

function scopesIn({ openid, resources = {} }: GrantPayload): string[] {
  return [openid?.scope, ...Object.values(resources)].flatMap((scope) => scope?.split(" ") ?? []);
}
