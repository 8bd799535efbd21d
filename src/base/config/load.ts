import { existsSync, readFileSync } from "node:fs";
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
  const given: Environment = { ...(file === null ? {} : parseEnv(readFileSync(file, "utf8"))), ...environment };
  const faults = unknownNames(declared, given);
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
  return named;
}

function unknownNames(declared: Settings, given: Environment): Fault[] {
  const known = Object.values(declared).map(({ name }) => name as string);
  return Object.keys(given)
    .filter((name) => name.startsWith("ONPOINT_") && !name.startsWith(OF_TESTS))
    .filter((name) => !known.includes(name) && !OTHER_NAMES.has(name))
    .map((name) => {
      const [nearest] = known.toSorted((left, right) => distance(name, left) - distance(name, right));
      const isNear = nearest !== undefined && distance(name, nearest) <= DISTANCE_MAX;
      return { path: name, message: isNear ? `is no setting; did you mean ${nearest}?` : "is no setting" };
    });
}
