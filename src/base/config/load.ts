import { existsSync, readFileSync, statSync } from "node:fs";
import { parseEnv } from "node:util";
import { distance } from "fastest-levenshtein";
import { OnpointError } from "../errors.ts";
import type { Fault } from "../errors.ts";
import type { Setting, Settings, ValuesOf } from "./setting.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Names that are no settings and yet may be set: where settings are read from, a client's key, where tests have data. */
const OTHER_NAMES: ReadonlySet<string> = new Set(["ONPOINT_CONFIG", "ONPOINT_KEY", "ONPOINT_SHARED_DATA"]);
/** What tests are told, and the programs they start inherit. */
const OF_TESTS = "ONPOINT_TEST_";

/** A misspelt name may be this far from the one that is meant. */
const DISTANCE_MAX = 6;

/**
 * Settings from the environment and, behind it, one optional file of `NAME=value` lines: the one
 * `ONPOINT_CONFIG` names, else `onpoint.env` in the working directory when it is there.
 * @throws OnpointError `invalid_configuration` listing every fault at once.
 */
export function loadSettings<Declared extends Settings>(
  declared: Declared,
  environment: Environment,
): ValuesOf<Declared> & { readonly file: string | null } {
  const file = configFile(environment);
  const text = file === null ? "" : readFileSync(file, "utf8");
  const given: Environment = { ...parseEnv(text), ...environment };
  const faults = [...(file === null ? [] : unreadLines(file, text, declared)), ...unknownNames(declared, given)];
  const values = Object.entries(declared).map(([member, one]) => [member, valueOf(one, given[one.name], faults)]);
  if (faults.length > 0) {
    throw new OnpointError(
      "invalid_configuration",
      `${faults.length} setting${faults.length === 1 ? " is" : "s are"} wrong`,
      { faults, hint: "docs/operating/configuration.md lists every setting with an example" },
    );
  }
  return { ...(Object.fromEntries(values) as ValuesOf<Declared>), file };
}

function valueOf({ name, reads, fallback, isSecret }: Setting, text: string | undefined, faults: Fault[]): unknown {
  if (text === undefined || text === "") return fallback;
  const read = reads.safeParse(text);
  if (read.success) return read.data;
  const wanted = read.error.issues[0]?.message ?? "is wrong";
  faults.push({ path: name, message: isSecret === true ? wanted : `${wanted} (got ${JSON.stringify(text)})` });
  return fallback;
}

function configFile(environment: Environment): string | null {
  const named = environment["ONPOINT_CONFIG"];
  if (named === undefined || named === "") return existsSync("onpoint.env") ? "onpoint.env" : null;
  if (!existsSync(named)) {
    throw new OnpointError("invalid_configuration", `ONPOINT_CONFIG names ${named}, which is not there`, {
      hint: "give the path of a file of NAME=value lines",
    });
  }
  if (statSync(named).isDirectory()) {
    throw new OnpointError("invalid_configuration", `ONPOINT_CONFIG names ${named}, which is a directory`, {
      hint: "give the path of a file of NAME=value lines",
    });
  }
  return named;
}

const NAME = /^(?:export )?([\w.-]+)$/u;
const QUOTES = ['"', "'", "`"];
const LINES_TOLD_MAX = 5;

/** Lines that `parseEnv` passes over in silence: those that set nothing, and names that lack their beginning. */
function unreadLines(file: string, text: string, declared: Settings): Fault[] {
  const known = new Set<string>(Object.values(declared).map(({ name }) => name));
  const faults: Fault[] = [];
  let open = "";
  for (const [at, line] of text.split("\n").entries()) {
    if (open !== "") {
      if (line.includes(open)) open = "";
      continue;
    }
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const equals = line.indexOf("=");
    const [, name] = NAME.exec(line.slice(0, Math.max(equals, 0)).trim()) ?? [];
    const value = line.slice(equals + 1).trim();
    const quote = QUOTES.find((one) => value.startsWith(one)) ?? "";
    const path = `${file}, line ${at + 1}`;
    if (name === undefined) faults.push({ path, message: "does not set anything; write NAME=value" });
    else if (known.has(`ONPOINT_${name}`))
      faults.push({ path, message: `sets ${name}; did you mean ONPOINT_${name}?` });
    if (quote !== "" && !value.slice(1).includes(quote)) open = quote;
  }
  return faults.slice(0, LINES_TOLD_MAX);
}

function unknownNames(declared: Settings, given: Environment): Fault[] {
  const known = Object.values(declared).map(({ name }) => name as string);
  return Object.keys(given)
    .filter((name) => name.startsWith("ONPOINT_") && !name.startsWith(OF_TESTS))
    .filter((name) => !known.includes(name) && !OTHER_NAMES.has(name))
    .map((name) => {
      const [nearest] = known.toSorted((left, right) => distance(name, left) - distance(name, right));
      const isNear = nearest !== undefined && distance(name, nearest) <= DISTANCE_MAX;
      return { path: name, message: isNear ? `is not a setting; did you mean ${nearest}?` : "is not a setting" };
    });
}
