import { sql } from "kysely";
import type { Principal } from "#accounts/principal.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import type { Db } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { hashOf } from "./hashes.ts";
import type { People } from "./people.ts";

/** Why a presented text opens nothing. For the log: whoever presented it is told only that it does not. */
export type TokenRefusal = "malformed" | "unknown" | "expired" | "no_person";

export type TokenVerifier = {
  /** For whom this access token speaks. Throws only when the records cannot be read. */
  verifyToken(presented: string): Promise<Result<Principal, TokenRefusal>>;
  /** Believes nothing any more without a look: something was revoked. */
  forget(): void;
};

/** As keys are: a token that another process has revoked is refused within two seconds. */
const BELIEVED_MS = 1000;
const REMEMBERED_MAX = 10_000;
/** 256 bits in the library's 64 characters. */
const SHAPE = /^[\w-]{43}$/u;

type Found = { readonly expiresAt: string; readonly principal: Principal | undefined };

export function createTokenVerifier(options: {
  readonly db: Db;
  readonly people: Pick<People, "principal">;
  /** What tokens must be for. */
  readonly audience: string;
  readonly clock?: Clock;
  readonly now_ms?: () => number;
}): TokenVerifier {
  const { db, people, audience, clock = systemClock, now_ms = monotonicMs } = options;
  const remembered = new BoundedMap<string, Promise<Found | undefined>>({
    name: "tokens",
    weight_max: REMEMBERED_MAX,
    firstToGo: "set",
    timeToLive_ms: BELIEVED_MS,
    now_ms,
  });

  const look = async (hash: string): Promise<Found | undefined> => {
    const token = await liveToken(db, hash);
    if (token === undefined || token.audience !== audience) return undefined;
    return { expiresAt: token.expiresAt, principal: await people.principal(token.personId) };
  };
  /** Requests that come together share one look; one that found nothing or failed is not remembered. */
  const find = async (hash: string): Promise<Found | undefined> => {
    const known = remembered.get(hash);
    if (known !== undefined) return known;
    const found = look(hash);
    remembered.set(hash, found);
    found.then((token) => token ?? remembered.delete(hash)).catch(() => remembered.delete(hash));
    return found;
  };

  return {
    async verifyToken(presented) {
      if (!SHAPE.test(presented)) return err("malformed");
      const found = await find(hashOf(presented));
      if (found === undefined) return err("unknown");
      if (found.expiresAt <= clock().toISOString()) return err("expired");
      return found.principal === undefined ? err("no_person") : ok(found.principal);
    },
    forget: () => remembered.clear(),
  };
}

type LiveToken = { readonly expiresAt: string; readonly personId: string; readonly audience: unknown };

/** A token with its grant: one without the other is a token saved by an exchange that lost against a revocation. */
const withGrant = listQuery((db, hashes) =>
  db
    .selectFrom("oauth_artifacts as token")
    .innerJoin("oauth_artifacts as grant", (on) =>
      on.onRef("grant.grant_id", "=", "token.grant_id").on("grant.model", "=", sql.lit("Grant")),
    )
    .select(["token.payload", "token.expires_at", "token.account_id", "grant.expires_at as grant_expires_at"])
    .where("token.model", "=", sql.lit("AccessToken"))
    .where("token.id", "in", hashes),
);

async function liveToken(db: Db, hash: string): Promise<LiveToken | undefined> {
  const [row] = await withGrant(db, [hash]);
  if (row === undefined || row.account_id === null) return undefined;
  const expiresAt = row.grant_expires_at < row.expires_at ? row.grant_expires_at : row.expires_at;
  const { aud } = JSON.parse(row.payload) as { aud?: unknown };
  return { expiresAt, personId: row.account_id, audience: aud };
}
