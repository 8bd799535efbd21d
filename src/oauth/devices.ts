import type { AdapterPayload, Provider } from "oidc-provider";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { askingClient, scopesOfDevice } from "./asking-client.ts";
import type { AskingClient, FoundClient } from "./asking-client.ts";
import type { OAuthEvent } from "./audit.ts";
import type { ServerRules } from "./configuration.ts";
import { hashOf } from "./hashes.ts";
import type { Caller } from "./node-exchange.ts";

/** A device, or a command line, that waits for somebody to let it act for them (RFC 8628). */
export type DeviceRequest = {
  /** As the device shows it: `BCDF-GHJK`. */
  readonly userCode: string;
  readonly client: AskingClient;
  readonly scopes: readonly string[];
  readonly begunAt: Date;
  /** Where the device asked from. */
  readonly from: Caller;
};

/** Who answers it, and how they showed who they are. */
export type DeviceAnswer = {
  readonly personId: string;
  readonly methods: readonly string[];
  readonly at: Date;
  readonly caller: Caller;
};

export type DeviceRequests = {
  /** What waits under the code that a person typed; undefined for what is none, was answered, or is over. */
  readonly find: (typed: string) => Promise<DeviceRequest | undefined>;
  /** Lets it act for this person. Whether it still waited. */
  readonly allow: (typed: string, answer: DeviceAnswer) => Promise<boolean>;
  readonly deny: (typed: string, answer: DeviceAnswer) => Promise<boolean>;
};

/** Eight of twenty consonants: no word of any language, and nothing that is mistaken for anything else. */
const SHAPE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/u;

export function deviceRequests(parts: {
  readonly db: Db;
  readonly rules: ServerRules;
  readonly clock: Clock;
  readonly provider: () => Provider;
  readonly tell: (event: OAuthEvent) => void;
}): DeviceRequests {
  const { db, rules, clock, provider, tell } = parts;
  return {
    find: async (typed) => {
      const waiting = await waitingFor(db, clock, typed);
      const client = waiting && (await provider().Client.find(waiting.clientId));
      return waiting && client && requestOf(db, waiting, client);
    },
    allow: async (typed, { personId, methods, at, caller }) => {
      const waiting = await waitingFor(db, clock, typed);
      const client = waiting && (await provider().Client.find(waiting.clientId));
      if (waiting === undefined || client === undefined) return false;
      const scope = scopesOfDevice(client, waiting.asked).join(" ");
      const grant = new (provider().Grant)({ accountId: personId, clientId: client.clientId });
      grant.addOIDCScope(scope);
      grant.addResourceScope(rules.audience.name, scope);
      const grantId = await grant.save();
      const signedIn = { accountId: personId, amr: [...methods], authTime: Math.floor(at.getTime() / 1000) };
      const isFirst = await answer(db, waiting, { ...signedIn, grantId, scope, resource: rules.audience.name });
      if (!isFirst) await grant.destroy();
      else tell({ event: "oauth_access_granted", personId, caller, detail: detailOf(client) });
      return isFirst;
    },
    deny: async (typed) => {
      const waiting = await waitingFor(db, clock, typed);
      const refusal = { error: "access_denied", errorDescription: "the person did not agree" };
      return waiting !== undefined && answer(db, waiting, refusal);
    },
  };
}

type Waiting = {
  readonly userCode: string;
  readonly id: string;
  readonly clientId: string;
  readonly asked: string;
  readonly payload: string;
  readonly createdAt: string;
};

async function waitingFor(db: Db, clock: Clock, typed: string): Promise<Waiting | undefined> {
  const code = typed.toUpperCase().replaceAll(/[\s-]/gu, "");
  if (!SHAPE.test(code)) return undefined;
  const row = await db
    .selectFrom("oauth_artifacts")
    .select(["id", "payload", "client_id", "created_at"])
    .where("model", "=", "DeviceCode")
    .where("uid", "=", hashOf(code))
    .where("account_id", "is", null)
    .where("consumed_at", "is", null)
    .where("expires_at", ">", clock().toISOString())
    .executeTakeFirst();
  if (row === undefined || row.client_id === null) return undefined;
  const { error, params } = JSON.parse(row.payload) as AdapterPayload;
  if (error !== undefined) return undefined;
  const asked = typeof params?.["scope"] === "string" ? params["scope"] : "";
  const userCode = `${code.slice(0, 4)}-${code.slice(4)}`;
  return { userCode, id: row.id, clientId: row.client_id, asked, payload: row.payload, createdAt: row.created_at };
}

async function requestOf(db: Db, waiting: Waiting, client: FoundClient): Promise<DeviceRequest> {
  const { deviceInfo = {} } = JSON.parse(waiting.payload) as { deviceInfo?: Partial<Caller> };
  return {
    userCode: waiting.userCode,
    client: await askingClient(db, client, ""),
    scopes: scopesOfDevice(client, waiting.asked),
    begunAt: new Date(waiting.createdAt),
    from: { address: deviceInfo.address ?? null, agent: deviceInfo.agent ?? null },
  };
}

/** Of any number who answer at once the first is heard: whether it was this one. */
async function answer(db: Db, { id, payload }: Waiting, given: Partial<AdapterPayload>): Promise<boolean> {
  const answered = JSON.stringify({ ...(JSON.parse(payload) as AdapterPayload), ...given });
  const { numUpdatedRows } = await transaction(db, async (trx) =>
    trx
      .updateTable("oauth_artifacts")
      .set({ payload: answered, account_id: given.accountId ?? null, grant_id: given.grantId ?? null })
      .where("model", "=", "DeviceCode")
      .where("id", "=", id)
      .where("payload", "=", payload)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

function detailOf({ clientId, clientName = "" }: FoundClient): Record<string, string> {
  return { client: clientId, name: clientName };
}
