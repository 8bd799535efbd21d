import type { EventEmitter } from "node:events";
import { Provider } from "oidc-provider";
import type { Adapter } from "oidc-provider";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { ArtifactStore } from "./artifacts.ts";
import type { OAuthEvent } from "./audit.ts";
import { tellEvents } from "./audit.ts";
import { ClientStore } from "./clients.ts";
import { documentMetadata } from "./client-rules.ts";
import { connectedApps } from "./connected-apps.ts";
import type { ConnectedApps } from "./connected-apps.ts";
import { providerConfiguration } from "./configuration.ts";
import type { ServerRules } from "./configuration.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { isSecretOf } from "./hashes.ts";
import { jsonObject } from "./json-object.ts";
import { signingKeys } from "./keys.ts";
import type { SigningKeys } from "./keys.ts";
import { slowedDown } from "./device-polls.ts";
import { deviceRequests } from "./devices.ts";
import type { DeviceRequests } from "./devices.ts";
import { exchangeOf } from "./node-exchange.ts";
import type { Question } from "./node-exchange.ts";
import { PATHS } from "./paths.ts";
import type { People } from "./people.ts";
import { plainAuthorization, plainDeviceRequest, plainRegistration, plainTokenRequest } from "./shims.ts";
import { createSteps } from "./steps.ts";
import type { Steps } from "./steps.ts";
import { answerByForm, RESPONSE_MODES } from "./response-modes.ts";
import { startSweeping } from "./sweeping.ts";
import { createTokenVerifier } from "./token-verifier.ts";
import type { TokenVerifier } from "./token-verifier.ts";
import { answerUserinfo } from "./userinfo.ts";

export type AuthorizationServerOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly people: People;
  readonly rules: ServerRules;
  /** Seconds a refresh token may be exchanged again. */
  readonly reuseWindow_s: number;
  /** Told of what happens, for the audit. */
  readonly onEvent?: (event: OAuthEvent) => void;
  readonly clock?: Clock;
  /** Reads the documents by which applications are known; else guarded against leading anywhere but the public internet. */
  readonly fetchDocument?: GuardedFetch;
};

/** The authorization server, whatever carries its requests. Everything it knows is in the records. */
export type AuthorizationServer = {
  readonly rules: ServerRules;
  /** Answers at one of `PATHS`; bodies have been read, and bounded, by whoever asks. */
  readonly answer: (question: Question) => Promise<Response>;
  /** What the pages show and decide on which people sign in and are asked. */
  readonly steps: Steps;
  /** Devices that wait for a person, and what that person says. */
  readonly devices: DeviceRequests;
  readonly tokens: TokenVerifier;
  /** What people have let in. */
  readonly apps: ConnectedApps;
  readonly close: () => Promise<void>;
};

/** Keys that were rotated, by a command or another process, are taken up this fast. */
const KEYS_READ_EVERY_MS = 60_000;

/** Starts the authorization server on the records. */
export async function createAuthorizationServer(options: AuthorizationServerOptions): Promise<AuthorizationServer> {
  const { db, log, people, rules, clock = systemClock } = options;
  const tokens = createTokenVerifier({ db, people, audience: rules.audience.name, clock });
  let keys = await signingKeys(db, clock);
  let provider = openProvider(options, keys, tokens);
  const takeUpKeys = async (): Promise<void> => {
    try {
      const now = await signingKeys(db, clock);
      if (now.version === keys.version) return;
      keys = now;
      provider = openProvider(options, keys, tokens);
    } catch (thrown) {
      log.warn({ reason: messageOf(thrown) }, "the keys to sign with could not be read");
    }
  };
  const timer = setInterval(() => void takeUpKeys(), KEYS_READ_EVERY_MS);
  timer.unref();
  const sweeping = startSweeping(db, log);
  return {
    rules,
    answer: async (question) => answerOf(provider, { options, question }),
    steps: createSteps({ db, rules, provider: () => provider }),
    devices: deviceRequests({ db, rules, clock, provider: () => provider, tell: options.onEvent ?? (() => undefined) }),
    tokens,
    apps: connectedApps(db, clock, () => tokens.forget()),
    close: async () => {
      clearInterval(timer);
      await sweeping.stop();
    },
  };
}

function openProvider(options: AuthorizationServerOptions, keys: SigningKeys, tokens: TokenVerifier): Provider {
  const { db, log, people, rules, reuseWindow_s, clock = systemClock, fetchDocument = guardedFetch() } = options;
  const artifacts = { db, clock, reuseWindow_s, onRevoked: () => tokens.forget() };
  const provider = new Provider(
    rules.authUrl,
    providerConfiguration({
      rules,
      keys,
      people,
      adapter: (model) =>
        model === "Client" ? (new ClientStore(db, clock) as unknown as Adapter) : new ArtifactStore(model, artifacts),
      fetchDocument: async (url) => plainDocument(await fetchDocument(url)),
    }),
  );
  // What is kept of a secret is its hash.
  provider.Client.prototype.compareClientSecret = compareClientSecret;
  answerByForm(provider, rules.postingPage);
  provider.on("server_error", (_ctx, error) => log.error({ err: error }, "the authorization server failed"));
  // Of the server beneath the library, whose events its types do not name.
  (provider as unknown as EventEmitter).on("error", (error: unknown) =>
    log.error({ err: error }, "the authorization server failed"),
  );
  if (options.onEvent !== undefined) tellEvents(provider, options.onEvent);
  return provider;
}

function compareClientSecret(this: { clientSecret?: string | undefined }, presented: string): boolean {
  return isSecretOf(presented, this.clientSecret ?? "");
}

type Asked = { readonly options: AuthorizationServerOptions; readonly question: Question };

async function answerOf(provider: Provider, { options, question }: Asked): Promise<Response> {
  const { rules, people } = options;
  const [path = ""] = question.target.split("?");
  if (path === PATHS.userinfo && question.method !== "OPTIONS") return answerUserinfo(provider, people, question);
  const slowed =
    path === PATHS.token ? await slowedDown(options.db, options.clock ?? systemClock, question) : undefined;
  if (slowed !== undefined) return slowed;
  const plain =
    path === PATHS.authorize
      ? plainAuthorization(question, rules.audience)
      : path === PATHS.token
        ? plainTokenRequest(question, rules.audience)
        : path === PATHS.deviceAuthorization
          ? plainDeviceRequest(question, rules.audience)
          : path === PATHS.register
            ? plainRegistration(question)
            : question;
  // What is told of a document is told of its whole, its body or not.
  const isMetadata = path === PATHS.serverMetadata || path === PATHS.openIdMetadata;
  const asked = isMetadata && plain.method === "HEAD" ? { ...plain, method: "GET" } : plain;
  const { req, res } = exchangeOf(asked, rules.authUrl);
  await provider.callback()(req, res);
  const answer = await res.toResponse();
  return isMetadata && asked.method === "GET" ? truthful(answer) : answer;
}

/** The library names response modes that no client may use here. */
async function truthful(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const metadata = (await answer.json()) as Record<string, unknown>;
  return Response.json({ ...metadata, response_modes_supported: RESPONSE_MODES }, { headers: answer.headers });
}

/** A document with what applications leave out of it; one that is no JSON object is left for the library to refuse. */
async function plainDocument(answer: Response): Promise<Response> {
  const text = await answer.text();
  const stated = jsonObject(text);
  const body = stated === undefined ? text : JSON.stringify(documentMetadata(stated));
  return new Response(body, { status: answer.status, headers: answer.headers });
}
