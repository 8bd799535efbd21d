import { distance } from "fastest-levenshtein";
import type { z } from "zod";
import type { Fault } from "#base/errors.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { fieldAt } from "./schema-fields.ts";

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** Faults beyond this many say nothing new. */
const FAULTS_MAX = 50;

/**
 * What a schema reads of a request, or its faults, each with the path of its field; unknown fields are named with the
 * nearest known one.
 */
export function readRequest<Of extends z.ZodType>(schema: Of, given: unknown): Result<z.output<Of>, readonly Fault[]> {
  const checked = schema.safeParse(given, { error: (issue) => wordsOf(issue) });
  if (checked.success) return ok(checked.data);
  const { issues } = checked.error;
  return err(
    issues
      .filter((issue) => !isOfAnotherKind(issue, issues))
      .flatMap((issue) => faultsOfIssue(schema, issue))
      .slice(0, FAULTS_MAX),
  );
}

/** A bound of what should stand there says nothing of what stands there in its place. */
function isOfAnotherKind({ code, path }: Issue, issues: readonly Issue[]): boolean {
  if (code !== "too_big" && code !== "too_small") return false;
  return issues.some((other) => other.code === "invalid_type" && pathText(other.path) === pathText(path));
}

/** What is said where the schema itself says nothing; undefined leaves it to the library. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === "invalid_type") {
    return input === undefined ? "is required" : `must be ${wordOf(issue.expected)}, not ${kindOf(input)}`;
  }
  if (code === "invalid_value")
    return input === undefined ? "is required" : `must be ${oneOf(issue.values.map(String))}`;
  if (code === "too_big") return bounded("at most", issue.maximum, issue.origin);
  if (code === "too_small") return bounded("at least", issue.minimum, issue.origin);
  return undefined;
}

/** What a schema expects, and what JSON has, as a person says it. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function wordOf(kind: string): string {
  return KINDS[kind] ?? kind;
}

function kindOf(given: unknown): string {
  if (given === null || typeof given === "number") return String(given);
  return wordOf(Array.isArray(given) ? "array" : typeof given);
}

function bounded(most: "at most" | "at least", bound: number | bigint, origin: string): string {
  if (origin === "string") return `must have ${most} ${counted(bound, "character")}`;
  if (origin === "array") return `must have ${most} ${counted(bound, "item")}`;
  return `must be ${most} ${bound}`;
}

function counted(count: number | bigint, what: string): string {
  return `${count} ${what}${Number(count) === 1 ? "" : "s"}`;
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(", ")}`;
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
  const def = (fieldAt(schema, path)?.schema as z.core.$ZodTypes | undefined)?._zod.def;
  return def?.type === "object" ? Object.keys(def.shape) : [];
}
