import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { noteEvent } from "#accounts/audit/audit.ts";
import type { AuditEventName } from "#accounts/audit/events.ts";
import type { Clock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { usedAgainOf } from "./artifacts.ts";
import { callerOf } from "./node-exchange.ts";

/** What happened, in words of the audit; never a secret. */
export type OAuthEvent = {
  readonly event: Extract<AuditEventName, `oauth_${string}`>;
  readonly personId: string | null;
  readonly caller: ReturnType<typeof callerOf>;
  readonly detail: Readonly<Record<string, string>>;
};

/**
 * Tells what the library does as it does it. Of refusals those alone that concern somebody: a code or a refresh token
 * that was used before, say. Others are made up by anyone, as many as they like.
 */
export function tellEvents(provider: Provider, tell: (event: OAuthEvent) => void): void {
  const note = (event: OAuthEvent["event"], ctx: KoaContextWithOIDC, reason?: string): void => {
    const { client, entities } = ctx.oidc;
    const { Account, Grant, RefreshToken, AuthorizationCode, DeviceCode, AccessToken } = entities;
    const personId =
      usedAgainOf(ctx) ??
      Account?.accountId ??
      [Grant, RefreshToken, AuthorizationCode, DeviceCode, AccessToken].find((one) => one !== undefined)?.accountId;
    if (event === "oauth_request_refused" && personId === undefined) return;
    const detail = {
      ...(client !== undefined && { client: client.clientId, name: client.clientName ?? "" }),
      ...(reason !== undefined && { reason }),
    };
    tell({ event, personId: personId ?? null, caller: callerOf(ctx.req), detail });
  };
  provider.on("registration_create.success", (ctx, client) => {
    const detail = { client: client.clientId, name: client.clientName ?? "" };
    tell({ event: "oauth_client_registered", personId: null, caller: callerOf(ctx.req), detail });
  });
  provider.on("authorization.success", (ctx) => note("oauth_access_granted", ctx));
  provider.on("grant.success", (ctx) => {
    // Refreshes are many, and tell nothing new.
    const { AuthorizationCode, DeviceCode } = ctx.oidc.entities;
    if (AuthorizationCode !== undefined || DeviceCode !== undefined) note("oauth_token_issued", ctx);
  });
  provider.on("grant.revoked", (ctx) => note("oauth_access_revoked", ctx));
  provider.on("grant.error", (ctx, error) => note("oauth_request_refused", ctx, reasonOf(error)));
  provider.on("authorization.error", (ctx, error) => note("oauth_request_refused", ctx, reasonOf(error)));
}

const REASON_CHARS_MAX = 200;

function reasonOf({
  error,
  error_detail,
}: {
  readonly error: string;
  readonly error_detail?: string | undefined;
}): string {
  return error_detail === undefined ? error : `${error}: ${error_detail.slice(0, REASON_CHARS_MAX)}`;
}

/** Writes what is told into the audit of the accounts, beside what is being answered. */
export function auditWriter(parts: { readonly db: Db; readonly log: Logger; readonly clock: Clock }): {
  readonly note: (event: OAuthEvent) => void;
  readonly close: () => Promise<void>;
} {
  const { db, log, clock } = parts;
  let writing = Promise.resolve();
  return {
    note: ({ event, personId, caller, detail }) => {
      const noted = { event, at: clock(), actorId: personId, userId: personId, origin: caller, detail };
      writing = writing
        .then(async () => transaction(db, async (trx) => noteEvent(trx, noted)))
        .catch((thrown: unknown) =>
          log.error({ reason: messageOf(thrown) }, "an event could not be put into the audit"),
        );
    },
    close: async () => writing,
  };
}
