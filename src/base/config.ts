import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { distance } from "fastest-levenshtein";
import { OnpointError, type Fault } from "./errors.ts";

/** Reads one setting's text; throws an Error whose message says what would be right. */
type Reader<Value> = (text: string) => Value;

type Setting<Value> = {
  readonly read: Reader<Value>;
  /** The value without the variable; null means it is computed from other settings or left unset, as `meaning` says. */
  readonly fallback: Value;
  readonly meaning: string;
  readonly example: string;
  readonly isSecret?: boolean;
};

function setting<Value>(
  read: Reader<Value>,
  fallback: Value,
  meaning: string,
  example: string,
  isSecret = false,
): Setting<Value> {
  return { read, fallback, meaning, example, isSecret };
}

function text(value: string): string {
  return value;
}

function wholeNumber(least: number, most: number): Reader<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/u.test(value) || number < least || number > most) {
      throw new Error(`wants a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

function oneOf<const Choice extends string>(...choices: Choice[]): Reader<Choice> {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`wants one of ${choices.join(", ")}`);
    return found;
  };
}

function yesNo(value: string): boolean {
  if (/^(1|true|yes|on)$/iu.test(value)) return true;
  if (/^(0|false|no|off)$/iu.test(value)) return false;
  throw new Error("wants yes or no");
}

function address(...protocols: string[]): Reader<string | null> {
  return (value) => {
    const parsed = URL.parse(value);
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      throw new Error(`wants an address starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`);
    }
    if (parsed.search !== "" || parsed.hash !== "") throw new Error("wants an address without ? and #");
    return value.replace(/\/+$/u, "");
  };
}

function databaseAddress(value: string): string | null {
  const parsed = URL.parse(value);
  if (parsed === null || !["postgres:", "postgresql:"].includes(parsed.protocol)) {
    throw new Error("wants an address starting with postgres:// or postgresql://");
  }
  return value;
}

function apiAddress(value: string): string | null {
  const parsed = address("http:", "https:")(value);
  if (parsed?.endsWith("/v1") !== true) throw new Error("wants an address ending in /v1");
  return parsed;
}

function origins(value: string): readonly string[] {
  const list = value
    .split(",")
    .map((origin) => origin.trim())
    .filter((origin) => origin !== "");
  for (const origin of list) {
    if (origin !== "*" && URL.parse(origin)?.origin !== origin)
      throw new Error(`wants origins such as https://app.example, not ${origin}`);
  }
  return list;
}

const MIB = 1024 * 1024;

/** Every setting there is. The reference page in docs/operating/configuration.md is made from this table. */
export const SETTINGS = {
  ONPOINT_DATA_DIR: setting<string>(
    text,
    "data",
    "Where records, the index and rejects live; made when missing.",
    "/var/lib/onpoint",
  ),
  ONPOINT_HOST: setting<string>(
    text,
    "127.0.0.1",
    "The address to listen on. Beyond loopback no development key is printed.",
    "0.0.0.0",
  ),
  ONPOINT_PORT: setting<number>(wholeNumber(0, 65_535), 8080, "The port to listen on; 0 takes a free one.", "8080"),
  ONPOINT_BASE_URL: setting<string | null>(
    address("http:", "https:"),
    null,
    "The public address of this service, without a slash at the end. Default: what it listens on.",
    "https://law.example.org",
  ),
  ONPOINT_API_URL: setting<string | null>(
    apiAddress,
    null,
    "The public address of the HTTP API, ending in /v1. Default: `/v1` under the base address.",
    "https://api.example.org/v1",
  ),
  ONPOINT_AUTH_URL: setting<string | null>(
    address("http:", "https:"),
    null,
    "The public address of the authorization server. Default: the base address.",
    "https://auth.example.org",
  ),
  ONPOINT_DATABASE_URL: setting<string | null>(
    databaseAddress,
    null,
    "PostgreSQL for the records. Default: SQLite in the data directory.",
    "postgres://onpoint@127.0.0.1/onpoint",
    true,
  ),
  ONPOINT_SEARCH_URL: setting<string | null>(
    address("http:", "https:"),
    null,
    "OpenSearch for the index, once the cluster engine is part of the program; until then a start with it set is refused. Default: the embedded index.",
    "http://127.0.0.1:9200",
    true,
  ),
  ONPOINT_SEARCH_WORKERS: setting<number>(wholeNumber(1, 64), 2, "Threads that answer searches.", "4"),
  ONPOINT_INDEX_CACHE_BYTES: setting<number>(
    wholeNumber(16 * MIB, 1024 * 1024 * MIB),
    256 * MIB,
    "Memory the index may keep blocks in, all threads together.",
    "1073741824",
  ),
  ONPOINT_RATE_LIMIT_PER_MINUTE: setting<number>(
    wholeNumber(1, 1_000_000),
    600,
    "Requests a key may make a minute, on average.",
    "600",
  ),
  ONPOINT_RATE_LIMIT_BURST: setting<number>(
    wholeNumber(1, 1_000_000),
    200,
    "Requests a key may make at once before the average counts.",
    "200",
  ),
  ONPOINT_READER_PAGES: setting<"open" | "closed">(
    oneOf("open", "closed"),
    "open",
    "Whether the pages of decisions (`/opinions/…`) answer, which they do without a key. Where decisions are confidential: `closed`.",
    "closed",
  ),
  ONPOINT_CORS_ORIGINS: setting<readonly string[]>(
    origins,
    [],
    "Origins whose pages may call the API from a browser, comma-separated. Default: none.",
    "https://app.example.org",
  ),
  ONPOINT_METRICS_TOKEN: setting<string | null>(
    text,
    null,
    "Bearer token that opens /metrics beyond loopback. Default: /metrics answers loopback only.",
    "a-long-random-word",
    true,
  ),
  ONPOINT_TRUST_PROXY: setting<boolean>(
    yesNo,
    false,
    "Take the caller's address from X-Forwarded-For (only behind a proxy that sets it).",
    "yes",
  ),
  ONPOINT_SHUTDOWN_TIMEOUT_MS: setting<number>(
    wholeNumber(0, 600_000),
    15_000,
    "How long a stop waits for requests in flight.",
    "15000",
  ),
  ONPOINT_SAMPLE: setting<boolean>(yesNo, true, "Load the sample corpus when the data directory is new.", "no"),
  ONPOINT_LOG_LEVEL: setting<"trace" | "debug" | "info" | "warn" | "error" | "silent">(
    oneOf("trace", "debug", "info", "warn", "error", "silent"),
    "info",
    "The least severe line that is logged.",
    "debug",
  ),
  ONPOINT_LOG_FORMAT: setting<"json" | "pretty" | null>(
    oneOf("json", "pretty"),
    null,
    "Form of the log lines. Default: pretty on a terminal, json otherwise.",
    "json",
  ),
};

export type SettingName = keyof typeof SETTINGS;
type Values = { [Name in SettingName]: (typeof SETTINGS)[Name]["fallback"] };

/** The checked settings, under the names the program uses. */
export type Config = {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string | null;
  readonly apiUrl: string | null;
  readonly authUrl: string | null;
  readonly databaseUrl: string | null;
  readonly searchUrl: string | null;
  readonly searchWorkers: number;
  readonly indexCache_bytes: number;
  readonly rateLimitPerMinute: number;
  readonly rateLimitBurst: number;
  readonly readerPages: Values["ONPOINT_READER_PAGES"];
  readonly corsOrigins: readonly string[];
  readonly metricsToken: string | null;
  readonly trustProxy: boolean;
  readonly shutdownTimeout_ms: number;
  readonly loadSample: boolean;
  readonly logLevel: Values["ONPOINT_LOG_LEVEL"];
  readonly logFormat: Values["ONPOINT_LOG_FORMAT"];
  /** The file that was read besides the environment, if any. */
  readonly file: string | null;
};

/** Names that steer where settings are read from, or that belong to the tests, and so are no settings themselves. */
const OTHER_NAMES = new Set(["ONPOINT_CONFIG", "ONPOINT_SHARED_DATA"]);

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings from the environment and, behind it, one optional file of `NAME=value` lines: the one
 * `ONPOINT_CONFIG` names, else `onpoint.env` in the working directory when it is there.
 * @throws OnpointError `invalid_configuration` listing every fault at once.
 */
export function loadConfig(environment: Environment): Config {
  const file = configFile(environment);
  const merged: Environment = { ...(file === null ? {} : parseEnv(readFileSync(file, "utf8"))), ...environment };
  const faults: Fault[] = [];
  for (const name of Object.keys(merged)) {
    if (name.startsWith("ONPOINT_") && !(name in SETTINGS) && !OTHER_NAMES.has(name))
      faults.push({ path: name, message: unknownName(name) });
  }
  const value = <Name extends SettingName>(name: Name): Values[Name] => {
    const given = merged[name];
    const declared = SETTINGS[name] as Setting<Values[Name]>;
    if (given === undefined || given === "") return declared.fallback;
    try {
      return declared.read(given);
    } catch (thrown) {
      const shown = declared.isSecret === true ? "" : ` (got ${JSON.stringify(given)})`;
      faults.push({ path: name, message: `${(thrown as Error).message}${shown}` });
      return declared.fallback;
    }
  };
  const config: Config = {
    dataDir: value("ONPOINT_DATA_DIR"),
    host: value("ONPOINT_HOST"),
    port: value("ONPOINT_PORT"),
    baseUrl: value("ONPOINT_BASE_URL"),
    apiUrl: value("ONPOINT_API_URL"),
    authUrl: value("ONPOINT_AUTH_URL"),
    databaseUrl: value("ONPOINT_DATABASE_URL"),
    searchUrl: value("ONPOINT_SEARCH_URL"),
    searchWorkers: value("ONPOINT_SEARCH_WORKERS"),
    indexCache_bytes: value("ONPOINT_INDEX_CACHE_BYTES"),
    rateLimitPerMinute: value("ONPOINT_RATE_LIMIT_PER_MINUTE"),
    rateLimitBurst: value("ONPOINT_RATE_LIMIT_BURST"),
    readerPages: value("ONPOINT_READER_PAGES"),
    corsOrigins: value("ONPOINT_CORS_ORIGINS"),
    metricsToken: value("ONPOINT_METRICS_TOKEN"),
    trustProxy: value("ONPOINT_TRUST_PROXY"),
    shutdownTimeout_ms: value("ONPOINT_SHUTDOWN_TIMEOUT_MS"),
    loadSample: value("ONPOINT_SAMPLE"),
    logLevel: value("ONPOINT_LOG_LEVEL"),
    logFormat: value("ONPOINT_LOG_FORMAT"),
    file,
  };
  if (config.searchUrl !== null)
    faults.push({
      path: "ONPOINT_SEARCH_URL",
      message: "the cluster engine is not part of this version; leave it unset to use the embedded index",
    });
  if (faults.length > 0) {
    throw new OnpointError(
      "invalid_configuration",
      `${faults.length} setting${faults.length === 1 ? " is" : "s are"} wrong`,
      {
        faults,
        hint: "docs/operating/configuration.md lists every setting with an example",
      },
    );
  }
  return config;
}

function configFile(environment: Environment): string | null {
  const named = environment["ONPOINT_CONFIG"];
  if (named === undefined || named === "") return existsSync("onpoint.env") ? "onpoint.env" : null;
  if (!existsSync(named)) {
    throw new OnpointError("invalid_configuration", `ONPOINT_CONFIG names ${named}, which is not there`, {
      hint: "give the path of a file of NAME=value lines",
    });
  }
  return named;
}

function unknownName(name: string): string {
  const nearest = Object.keys(SETTINGS).toSorted((left, right) => distance(name, left) - distance(name, right))[0];
  return nearest !== undefined && distance(name, nearest) <= 6
    ? `is no setting; did you mean ${nearest}?`
    : "is no setting";
}

/** The reference page, made from the declaration so that the two cannot drift apart. */
export function configurationPage(): string {
  const rows = Object.entries(SETTINGS).map(([name, declared]) => {
    const fallback =
      declared.fallback === null || (Array.isArray(declared.fallback) && declared.fallback.length === 0)
        ? ""
        : `\`${String(declared.fallback)}\``;
    return `| \`${name}\` | ${fallback} | ${declared.meaning} | \`${declared.example}\` |`;
  });
  return [
    "# Configuration",
    "",
    "<!-- Made by `npm run docs` from src/base/config.ts. -->",
    "",
    "Settings come from the environment and, behind it, from one optional file of `NAME=value` lines: the file that",
    "`ONPOINT_CONFIG` names, else `onpoint.env` in the working directory. A start with a wrong setting lists every fault at",
    "once and stops.",
    "",
    "| setting | default | meaning | example |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
