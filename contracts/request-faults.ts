import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import type { Fault } from "#base/errors.ts";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** Faults beyond this many say nothing new. */
const FAULTS_MAX = 50;

/** The faults of a body, each with the path of its field; unknown fields are named with the nearest known one. */
export function faultsOf(schema: Schema, issues: readonly Issue[]): readonly Fault[] {
  return issues.flatMap((issue) => faultsOfIssue(schema, issue)).slice(0, FAULTS_MAX);
}

function faultsOfIssue(schema: Schema, issue: Issue): readonly Fault[] {
  const path = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => ({
      path: path === "" ? shown(key) : `${path}.${shown(key)}`,
      message: `unknown field${didYouMean(key, known)}`,
    }));
  }
  return [{ path, message: lowerFirst(issue.message) }];
}

/** `filters.court_ids.3`; empty for the body itself. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}

/** A field name the client made up, kept short in what we answer. */
export function shown(key: string): string {
  return key.length > 80 ? `${key.slice(0, 80)}…` : key;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** `; did you mean x?` when something known is near, else nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  if (given.length > 80) return "";
  const folded = given.toLowerCase().replace(/[\s-]/gu, "_");
  const scored = known.map((name) => ({ name, apart: distance(folded, name.toLowerCase()) }));
  const nearest = scored.toSorted((left, right) => left.apart - right.apart)[0];
  if (nearest === undefined) return "";
  const isNear = nearest.apart <= Math.max(2, nearest.name.length / 3) || nearest.name.includes(folded);
  return isNear ? `; did you mean ${nearest.name}?` : `; known are ${known.join(", ")}`;
}

/** The field names of the object a path leads to, through optional fields and lists. */
function keysAt(schema: Schema, path: readonly PropertyKey[]): readonly string[] {
  let at: Schema | undefined = unwrap(schema);
  for (const part of path) {
    const def: z.core.$ZodTypes["_zod"]["def"] | undefined = (at as z.core.$ZodTypes | undefined)?._zod.def;
    if (def?.type === "object") at = unwrap(def.shape[String(part)]);
    else if (def?.type === "array") at = unwrap(def.element);
    else return [];
  }
  const def = (at as z.core.$ZodTypes | undefined)?._zod.def;
  return def?.type === "object" ? Object.keys(def.shape) : [];
}

function unwrap(schema: Schema | undefined): Schema | undefined {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  const isWrapped = def?.type === "optional" || def?.type === "nullable" || def?.type === "default";
  return isWrapped ? unwrap(def.innerType) : schema;
}
