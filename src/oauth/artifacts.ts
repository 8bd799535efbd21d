import { Provider, errors } from "oidc-provider";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { hashOf } from "./hashes.ts";

export type ArtifactOptions = {
  readonly db: Db;
  readonly clock: Clock;
  /** How long a refresh token that was exchanged may be exchanged again: by a client that lost the answer. */
  readonly reuseWindow_s: number;
  /** Told when something that was handed out ends before its time. */
  readonly onRevoked: () => void;
};

/**
 * Keeps what the authorization server hands out, under the hash of it, so that nothing at rest opens anything.
 * Codes and refresh tokens are used once: of any number that use one at the same time, in any number of processes, one
 * succeeds; what was used stays until its end, so that a second use is seen.
 */
export class ArtifactStore implements Adapter {
  readonly #model: string;
  readonly #options: ArtifactOptions;

  constructor(model: string, options: ArtifactOptions) {
    this.#model = model;
    this.#options = options;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn_s: number): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock();
    const row = {
      model: this.#model,
      id: hashOf(id),
      payload: JSON.stringify(withoutIds(payload)),
      // A grant stands among what came of it.
      grant_id: this.#model === "Grant" ? id : (payload.grantId ?? null),
      uid: payload.userCode === undefined ? (payload.uid ?? null) : hashOf(payload.userCode),
      client_id: payload.clientId ?? null,
      account_id: payload.accountId ?? null,
      expires_at: new Date(now.getTime() + expiresIn_s * 1000).toISOString(),
    };
    await transaction(db, async (trx) => {
      await trx
        .insertInto("oauth_artifacts")
        .values({ ...row, created_at: now.toISOString(), consumed_at: null, polled_at: null })
        .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(row))
        .execute();
      if (this.#model === "Grant") await noteGrant(trx, payload.clientId, now);
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#options.db
      .selectFrom("oauth_artifacts")
      .select(["payload", "consumed_at"])
      .where("model", "=", this.#model)
      .where("id", "=", hashOf(id))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const payload = this.#payloadOf(row, id);
    if (payload.consumed !== undefined && payload.accountId !== undefined) noteUsedAgain(payload.accountId);
    return payload;
  }

  /** Of sessions alone, which are named by a second id that opens nothing. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#options.db
      .selectFrom("oauth_artifacts")
      .select(["payload", "consumed_at"])
      .where("model", "=", this.#model)
      .where("uid", "=", uid)
      .executeTakeFirst();
    return row === undefined ? undefined : this.#payloadOf(row, undefined);
  }

  /** What a person types is looked up by `deviceRequests`, where the code of the device itself is not known. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /**
   * Of two who use it at the same time the second ends what comes of it, as one who comes later does: the grant itself
   * goes, without which the first one's tokens open nothing, saved already or not.
   * @throws InvalidGrant when it was used before, by whomever and wherever
   */
  async consume(id: string): Promise<void> {
    const { db, clock } = this.#options;
    const consumed_at = clock().toISOString();
    const { numUpdatedRows } = await transaction(db, async (trx) =>
      trx
        .updateTable("oauth_artifacts")
        .set({ consumed_at })
        .where("model", "=", this.#model)
        .where("id", "=", hashOf(id))
        .where("consumed_at", "is", null)
        .executeTakeFirst(),
    );
    if (numUpdatedRows > 0n) return;
    const found = await this.find(id);
    if (found !== undefined && found.consumed === undefined && this.#model === "RefreshToken") return;
    if (found?.grantId !== undefined) await this.#endGrant(found.grantId);
    throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
    await this.#delete("id", hashOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#delete("grant_id", grantId);
  }

  async #delete(column: "id" | "grant_id", value: string): Promise<void> {
    await transaction(this.#options.db, async (trx) =>
      trx.deleteFrom("oauth_artifacts").where("model", "=", this.#model).where(column, "=", value).execute(),
    );
    this.#options.onRevoked();
  }

  async #endGrant(grantId: string): Promise<void> {
    await transaction(this.#options.db, async (trx) =>
      trx.deleteFrom("oauth_artifacts").where("grant_id", "=", grantId).execute(),
    );
    this.#options.onRevoked();
  }

  #payloadOf(row: { payload: string; consumed_at: string | null }, id: string | undefined): AdapterPayload {
    const payload = JSON.parse(row.payload) as AdapterPayload;
    if (id !== undefined) putIds(payload, id);
    const { consumed_at } = row;
    if (consumed_at !== null && !this.#isReusable(consumed_at))
      payload.consumed = Math.floor(Date.parse(consumed_at) / 1000);
    return payload;
  }

  #isReusable(consumed_at: string): boolean {
    if (this.#model !== "RefreshToken") return false;
    const { clock, reuseWindow_s } = this.#options;
    return clock().getTime() - Date.parse(consumed_at) < reuseWindow_s * 1000;
  }
}

const USED_AGAIN = Symbol("used again");

/** Whose code or refresh token is being used again, if it is: the library has forgotten by the time it tells of it. */
export function usedAgainOf(ctx: { readonly state: object }): string | undefined {
  return (ctx.state as { [USED_AGAIN]?: string })[USED_AGAIN];
}

function noteUsedAgain(personId: string): void {
  const asked = Provider.ctx as { readonly state: { [USED_AGAIN]?: string } } | undefined;
  if (asked !== undefined) asked.state[USED_AGAIN] = personId;
}

/** A client that somebody let in is not swept as unused. */
async function noteGrant(trx: Trx, clientId: string | undefined, now: Date): Promise<void> {
  if (clientId === undefined) return;
  await trx.updateTable("oauth_clients").set({ granted_at: now.toISOString() }).where("id", "=", clientId).execute();
}

/**
 * Interactions tell their own id in where they lead, and that of the session they began in; devices the code that a
 * person types.
 */
function withoutIds({ jti, userCode: _typed, ...payload }: AdapterPayload): AdapterPayload {
  if (jti === undefined || payload.returnTo === undefined) return payload;
  const { cookie: _cookie, ...session } = payload.session ?? {};
  return {
    ...payload,
    returnTo: payload.returnTo.slice(0, -jti.length),
    ...(payload.session !== undefined && { session }),
  };
}

function putIds(payload: AdapterPayload, id: string): void {
  payload.jti = id;
  if (payload.returnTo !== undefined) payload.returnTo += id;
}
