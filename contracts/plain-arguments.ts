import type { z } from "zod";
import { fieldAt } from "./schema-fields.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Lists in objects in lists: what is deeper than any request. */
const ROUNDS_MAX = 6;

/**
 * Arguments as a schema wants them where a host has written them otherwise and only one thing can be meant: a list, an
 * object, a number or a truth value sent as its JSON text, and an empty text in a field that may be left out. What is
 * right already stays as it is; what is wrong in another way stays wrong.
 */
export function plainArguments(schema: z.ZodType, given: unknown): unknown {
  let plain = given;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const read = schema.safeParse(plain);
    if (read.success) return plain;
    const changes = changesFor(schema, read.error.issues, plain);
    if (changes.length === 0) return plain;
    plain = changes.reduce((value, { path, to }) => replaced(value, path, to), plain);
  }
  return plain;
}

/**
 * Arguments with one reference: of fields of which the first that is given counts, those behind it are left out, whatever
 * strict function calling has filled in there.
 */
export function withoutLesserReferences(given: unknown, references: readonly string[] = []): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const members = Object.entries(given);
  const first = references.find((name) => members.some(([own, value]) => own === name && isReference(value)));
  return Object.fromEntries(
    members.filter(([name, value]) => {
      if (!references.includes(name) || name === first) return true;
      return first === undefined && !isHollow(value);
    }),
  );
}

function isReference(value: unknown): boolean {
  return typeof value === "string" ? value.trim() !== "" : !isHollow(value);
}

/** Nothing but what stands for nothing: `{"caseId": "", "entryNumber": ""}`. */
function isHollow(value: unknown): boolean {
  if (value == null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (typeof value === "object") return Object.values(value).every(isHollow);
  return false;
}

type Change = { readonly path: Path; /** Undefined leaves the field out. */ readonly to: unknown };

function changesFor(schema: z.ZodType, issues: readonly Issue[], given: unknown): Change[] {
  const changes = new Map<string, Change>();
  for (const { issue, path } of issues.flatMap((one) => each(one, []))) {
    const value = valueAt(given, path);
    if (typeof value !== "string") continue;
    const change = changeOf(schema, issue, path, value);
    if (change !== undefined) changes.set(JSON.stringify(path.map(String)), change);
  }
  return [...changes.values()];
}

/** An issue, or those of each alternative where a value fits none. */
function each(issue: Issue, above: Path): { issue: Issue; path: Path }[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union") return issue.errors.flat().flatMap((one) => each(one, path));
  return [{ issue, path }];
}

function changeOf(schema: z.ZodType, issue: Issue, path: Path, value: string): Change | undefined {
  if (value.trim() === "") return fieldAt(schema, path)?.mayBeLeftOut === true ? { path, to: undefined } : undefined;
  if (issue.code !== "invalid_type") return undefined;
  const meant = jsonOf(value);
  return meant !== undefined && isOfKind(meant, issue.expected) ? { path, to: meant } : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "object" || kind === "record")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  if (kind === "int") return Number.isInteger(value);
  return (kind === "number" || kind === "boolean") && typeof value === kind;
}

function valueAt(given: unknown, path: Path): unknown {
  let value = given;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** The same value with another one at `path`. */
function replaced(value: unknown, path: Path, to: unknown): unknown {
  const [part, ...below] = path;
  if (part === undefined) return to;
  if (Array.isArray(value)) return value.map((one: unknown, at) => (at === part ? replaced(one, below, to) : one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (name !== part) return [[name, member]];
      return below.length === 0 && to === undefined ? [] : [[name, replaced(member, below, to)]];
    }),
  );
}
