import { resolve } from "node:path";
import { createKey, hasKeys, parseExpiry } from "#accounts/keys.ts";
import { linkAddress } from "#accounts/links/addresses.ts";
import { firstOwnerLink } from "#accounts/sign-in/open-account.ts";
import { hasUsers } from "#accounts/users/users.ts";
import { systemClock } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import { loadSampleCorpus } from "#importers/sample/load.ts";
import { countDockets } from "#dockets/store/read.ts";
import { greetingOf } from "#projections/collection.ts";
import { plainCollections } from "#projections/collections.ts";
import { decisionsBySource } from "#opinions/store/read.ts";
import type { Context } from "../context.ts";
import { catchUp } from "../follow.ts";
import type { Indexes } from "../index-files.ts";
import type { Config, Role } from "../settings.ts";
import { count, duration } from "../terminal.ts";
import { VERSION } from "../version.ts";
import { pagesAccess } from "./pages.ts";
import { isLoopback } from "./place.ts";
import type { Place } from "./place.ts";

const DEVELOPMENT_KEY_LIFE = "7d";
/** What a service manager sets: its programs' output is kept and read by others. */
const MANAGED = ["INVOCATION_ID", "JOURNAL_STREAM", "KUBERNETES_SERVICE_HOST"];

/** What it did is told in the greeting, so the log has warnings alone. */
export async function loadSample(context: Context, db: Db, indexes: Indexes): Promise<void> {
  const { config } = context;
  const log = context.log.child({}, { level: "warn" });
  await loadSampleCorpus({ db, dataDir: config.dataDir, log });
  await catchUp(db, indexes, log);
}

export type Started = {
  readonly address: string;
  readonly place: Pick<Place, "apiUrl" | "authUrl">;
  /** Processes that answer. */
  readonly processes: number;
  readonly elapsed_s: number;
};

/** What a person who has just started it wants to know. */
export async function greeting(config: Config, db: Db, started: Started): Promise<string> {
  const { address, place, processes, elapsed_s } = started;
  const key = await developmentKey(config, db);
  return [
    "",
    `Onpoint ${VERSION} listens on ${address} (ready in ${duration(elapsed_s)}${processes === 1 ? "" : `, ${processes} processes`})`,
    ...networkInWords(config),
    `  corpus   ${await corpusInWords(db)}`,
    `  data     ${resolve(config.dataDir)}${db.dialect === "postgres" ? " (records in PostgreSQL)" : ""}`,
    ...(pagesAccess(config, config.host) === "off" ? [] : [`  search   ${address}/ (in a browser)`]),
    `  pages    ${address}/docs (the API, readable), ${address}/openapi.json`,
    "",
    ...(key === undefined
      ? ['A key for the API:  npx onpoint keys create --name "my key"']
      : [
          "A development key was made for this first start; it is not shown again and ends in 7 days. Try it:",
          "",
          `  curl -s ${place.apiUrl}/search \\`,
          `    -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\`,
          `    -d '{"query": "negligen! W/10 (damages OR plaintiff)", "mode": "keyword"}'`,
        ]),
    ...(await ownerInWords(db, place.authUrl)),
    "",
  ].join("\n");
}

/** What a process with a role says: keys and accounts are made by commands. */
export function greetingOfRole(role: Role, { address, processes, elapsed_s }: Started): string {
  const how = `ready in ${duration(elapsed_s)}${processes === 1 ? "" : `, ${processes} processes`}`;
  return `\nOnpoint ${VERSION}, role ${role}, listens on ${address} (${how})\n`;
}

/** Who else can reach it, where that is anybody: its address on this machine does not tell. */
export function networkInWords({ host }: Pick<Config, "host">): string[] {
  if (isLoopback(host)) return [];
  const where =
    host === "0.0.0.0" || host === "::" ? "every network this machine is on" : "the network of that address";
  return [`  network  open to ${where} (ONPOINT_HOST=${host})`];
}

/** How the first account is made, while there is none; a link is no more for a journal than a key is. */
export async function ownerInWords(
  db: Db,
  authUrl: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  if (await hasUsers(db)) return [];
  const how = isManaged(environment)
    ? "npx onpoint users first-owner"
    : linkAddress(authUrl, "first-owner", (await firstOwnerLink({ db, clock: systemClock })) ?? "");
  return ["", `Create the first account, the administrator's:  ${how}`];
}

function isManaged(environment: NodeJS.ProcessEnv): boolean {
  return MANAGED.some((name) => environment[name] !== undefined);
}

/**
 * Only at the first start, where nobody else can reach it, over invented decisions, and where what is printed goes into
 * no journal; and not for ever.
 */
export async function developmentKey(
  { host }: Pick<Config, "host">,
  db: Db,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  if (!isLoopback(host) || isManaged(environment)) return undefined;
  const isInvented = (await decisionsBySource(db)).every(({ source }) => source === "sample");
  if (!isInvented || (await hasKeys(db))) return undefined;
  return (await createKey(db, { name: "development", expiresAt: parseExpiry(DEVELOPMENT_KEY_LIFE) })).key;
}

async function corpusInWords(db: Db): Promise<string> {
  const rows = await decisionsBySource(db);
  const others = await Promise.all(plainCollections().map(async (collection) => greetingOf(collection, db)));
  const held = await countDockets(db);
  if (rows.length + held.dockets === 0 && others.every((one) => one === undefined))
    return "empty; `npx onpoint import --help` shows how to fill it";
  const decided = rows.map(({ source, decisions }) =>
    source === "sample"
      ? `${count(decisions)} invented sample decisions`
      : `${count(decisions)} decisions from ${source}`,
  );
  return [
    ...decided,
    ...others.filter((one) => one !== undefined),
    ...(held.dockets === 0 ? [] : [docketsInWords(held)]),
  ].join(", ");
}

function docketsInWords({ dockets, entries, filings }: Awaited<ReturnType<typeof countDockets>>): string {
  return `${count(dockets)} dockets of ${count(entries)} entries and ${count(filings)} filings`;
}
