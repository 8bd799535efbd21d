import { createServer as createSocketServer } from "node:net";
import type { AddressInfo } from "node:net";
import type { Accounts } from "#accounts/accounts.ts";
import type { Letter } from "#accounts/mail/post.ts";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { silentLogger } from "#base/log.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { HttpConfig } from "#http/config.ts";
import type { Entrance } from "#http/mount-oauth.ts";
import type { Services } from "#http/services.ts";
import { openFirmDoor } from "#idp/firm-door.ts";
import { scim } from "#idp/scim/scim.ts";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { audienceOf } from "#oauth/audience.ts";
import type { ServerRules } from "#oauth/configuration.ts";
import { createAuthorizationServer } from "#oauth/oauth.ts";
import { peopleOfAccounts } from "#oauth/people-of-accounts.ts";
import { consentPages } from "#web/consent/consent.ts";
import { entranceErrorPage, postingPage } from "#web/consent/pages.ts";
import { formGuard } from "#web/form-guard.ts";
import { createPortal } from "#web/portal/portal.ts";
import { visitorCookie } from "#web/portal/visitor-cookie.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import { addUser, testAccounts } from "#test/accounts.ts";
import { startServer } from "#test/contracts/real-server.ts";
import type { RealServer } from "#test/contracts/real-server.ts";
import { serverRules } from "./protocol.ts";

/** A whole service with people, on a port of its own, that knows its own address. */
export type Service = RealServer & {
  readonly accounts: Accounts;
  readonly userId: string;
  readonly email: string;
  /** That were sent, the last first. */
  readonly letters: readonly Letter[];
};

export const EMAIL = "clerk@firm.example";

export type ServiceOptions = {
  readonly databaseUrl?: string | undefined;
  readonly config?: Partial<HttpConfig>;
  readonly rules?: Partial<ServerRules>;
  readonly logger?: Logger;
  /** Of the authorization server alone. */
  readonly clock?: Clock;
  /** Origins of identity providers that are not on the public internet. */
  readonly trustedProviders?: readonly string[];
};

export async function startService({
  databaseUrl,
  config,
  rules,
  logger = silentLogger,
  clock = systemClock,
  trustedProviders = [],
}: ServiceOptions = {}): Promise<Service> {
  const port = await freePort();
  const baseUrl = config?.baseUrl ?? `http://127.0.0.1:${port}`;
  const authUrl = config?.authUrl ?? baseUrl;
  let accounts: Accounts | undefined;
  const letters: Letter[] = [];
  const ends: (() => Promise<void>)[] = [];
  const server = await startServer(
    { ...config, baseUrl, authUrl, apiUrl: `${baseUrl}/v1` },
    {
      at: {
        port,
        databaseUrl,
        entranceOf: async (db) => {
          accounts = testAccounts(db, {
            authUrl,
            clock: () => new Date(),
            post: { send: async (letter) => void letters.unshift(letter) },
          }).accounts;
          const { close, ...doors } = await openTestEntrance(db, accounts, {
            authUrl,
            audience: audienceOf(baseUrl, TOOL_PATHS),
            ...rules,
            clock,
            trustedProviders,
          });
          ends.push(close);
          return doors;
        },
      },
    },
    logger,
  );
  if (accounts === undefined) throw new Error("nobody was let in");
  const { user } = await addUser(accounts, EMAIL);
  return {
    ...server,
    accounts,
    userId: user.id,
    email: EMAIL,
    letters,
    stop: async (deadline_ms) => {
      for (const end of ends) await end();
      await accounts?.close();
      await server.stop(deadline_ms);
    },
  };
}

async function openTestEntrance(
  db: Db,
  accounts: Accounts,
  {
    clock,
    trustedProviders,
    ...rules
  }: Partial<ServerRules> &
    Pick<ServerRules, "authUrl"> & { readonly clock: Clock; readonly trustedProviders: readonly string[] },
): Promise<{
  readonly entrance: Entrance;
  readonly portal: NonNullable<Services["portal"]>;
  readonly firms: NonNullable<Services["firms"]>;
  readonly close: () => Promise<void>;
}> {
  const cookie = sessionCookie(rules.authUrl);
  const server = await createAuthorizationServer({
    db,
    log: silentLogger,
    people: peopleOfAccounts(accounts, cookie.read),
    reuseWindow_s: 30,
    clock,
    rules: serverRules({ errorPage: entranceErrorPage, postingPage, ...rules }),
  });
  const guard = formGuard(Buffer.alloc(32, 7), new URL(rules.authUrl).origin);
  const door = openFirmDoor({ accounts, trusted: trustedProviders, endApps: server.apps.endAll });
  return {
    entrance: { server, pages: consentPages({ accounts, steps: server.steps, cookie, guard }) },
    portal: (operations) =>
      createPortal({
        accounts,
        firms: door,
        apps: server.apps,
        devices: server.devices,
        service: { baseUrl: rules.authUrl, apiUrl: `${rules.authUrl}/v1`, authUrl: rules.authUrl, operations },
        cookie,
        visitors: visitorCookie(rules.authUrl),
        guard,
      }),
    firms: { backChannel: door.backChannel, scim: scim(accounts, server.apps.endAll) },
    close: server.close,
  };
}

async function freePort(): Promise<number> {
  const probe = createSocketServer();
  await new Promise<void>((listening) => {
    probe.listen(0, "127.0.0.1", () => listening());
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => {
    probe.close(() => closed());
  });
  return port;
}
