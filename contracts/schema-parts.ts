import { canonical, REFERENCE } from "./shape.ts";
import type { Schema } from "./shape.ts";

/** The components of one shape, by name. */
export type Components = Readonly<Record<string, Schema>>;

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** The schema itself, whatever refers to it. */
export function resolve(schema: Schema, components: Components): Schema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const { $ref: _, ...beside } = schema;
  const target = components[reference.replace(REFERENCE, "")];
  if (target === undefined) throw new Error(`no schema ${reference}`);
  return { ...resolve(target, components), ...beside };
}

/** A part with what it refers to in place; a component within itself stays a reference. */
export function expanded(value: unknown, components: Components, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((part) => expanded(part, components, within));
  if (typeof value !== "object" || value === null) return value;
  const reference = (value as Schema)["$ref"];
  if (typeof reference === "string" && !within.includes(reference))
    return expanded(resolve(value as Schema, components), components, [...within, reference]);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, expanded(part, components, within)]));
}

export function membersOf(schema: Schema): Components {
  return (schema["properties"] ?? {}) as Components;
}

export function requiredOf(schema: Schema): ReadonlySet<string> {
  return new Set((schema["required"] ?? []) as string[]);
}

export function isUnion(schema: Schema): boolean {
  return "anyOf" in schema || "oneOf" in schema;
}

/** A schema without a choice is the one choice of itself. */
export function choicesOf(schema: Schema): { readonly choices: readonly Schema[]; readonly rest: Schema } {
  const { anyOf, oneOf, ...rest } = schema;
  const lists = [anyOf, oneOf].filter((list) => list !== undefined) as Schema[][];
  return lists.length === 1 ? { choices: lists[0] ?? [], rest } : { choices: [schema], rest: {} };
}

/** Every number may be a whole one. */
export function typesOf(schema: Schema): ReadonlySet<string> {
  const types = (schema["type"] === undefined ? TYPES : [schema["type"]].flat()) as string[];
  return new Set(types.includes("number") ? [...types, "integer"] : types);
}

/** The values listed, each as its JSON; undefined when none are. */
export function valuesOf(schema: Schema): ReadonlySet<string> | undefined {
  const values = (schema["enum"] ?? ("const" in schema ? [schema["const"]] : undefined)) as unknown[] | undefined;
  return values === undefined ? undefined : new Set(values.map(canonical));
}

/** Whether no value fits both, as far as types, listed values and required members tell. */
export function areDisjoint(one: Schema, components: Components, two: Schema, others: Components): boolean {
  const [left, right] = [resolve(one, components), resolve(two, others)];
  if (isUnion(left) || isUnion(right)) return false;
  const types = typesOf(right);
  if (![...typesOf(left)].some((type) => types.has(type))) return true;
  const [values, listed] = [valuesOf(left), valuesOf(right)];
  if (values !== undefined && listed !== undefined) return ![...values].some((value) => listed.has(value));
  if (typesOf(left).size > 1 || typesOf(right).size > 1) return false;
  return [...requiredOf(left)].some((name) => {
    const [part, other] = [membersOf(left)[name], membersOf(right)[name]];
    if (part === undefined || other === undefined || !requiredOf(right).has(name)) return false;
    return areDisjoint(part, components, other, others);
  });
}
