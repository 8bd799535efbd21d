import { z } from "zod";

type JsonSchema = {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
};

/**
 * The paths of a schema's members, as `filters.court_ids`; lists leave no trace in them. A definition that holds itself
 * is read once on a path.
 */
export function memberPaths(declared: z.ZodType, io: "input" | "output"): string[] {
  const schema = z.toJSONSchema(declared, { io, unrepresentable: "any" }) as JsonSchema;
  const walk = (at: JsonSchema, path: readonly string[], open: readonly string[]): string[] => {
    const name = at.$ref?.split("/").at(-1) ?? "";
    if (at.$ref !== undefined)
      return open.includes(name) ? [] : walk(schema.$defs?.[name] ?? {}, path, [...open, name]);
    const members = Object.entries(at.properties ?? {}).flatMap(([member, below]) => {
      const here = [...path, member];
      return [here.join("."), ...walk(below, here, open)];
    });
    const more = typeof at.additionalProperties === "object" ? [at.additionalProperties] : [];
    const parts = [
      ...(at.items ? [at.items] : []),
      ...more,
      ...(at.anyOf ?? []),
      ...(at.oneOf ?? []),
      ...(at.allOf ?? []),
    ];
    return [...members, ...parts.flatMap((part) => walk(part, path, open))];
  };
  return walk(schema, [], []);
}
