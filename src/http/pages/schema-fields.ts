/** What the API page reads of a JSON Schema. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
};

/** A row of the page: `path` is written as in error messages, lists as `[]`. */
export type Field = {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
};

/**
 * The fields of an object schema, those of nested objects after their parent; an object within itself is not opened
 * again. `direction` decides what `required` means.
 */
export function fieldsOf(
  schema: JsonSchema,
  named: Readonly<Record<string, JsonSchema>>,
  direction: "input" | "output",
  prefix = "",
  outer: readonly JsonSchema[] = [],
): Field[] {
  const object = resolve(schema, named);
  if (outer.includes(object)) return [];
  const opened = [...outer, object];
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const inner = resolve(property, named);
    const element = inner.items === undefined ? undefined : resolve(inner.items, named);
    const description = property.description ?? inner.description ?? "";
    const field: Field = {
      path,
      type: typeText(inner, named),
      isRequired: direction === "input" && (object.required ?? []).includes(name) && inner.default === undefined,
      description:
        inner.default === undefined
          ? description
          : `${description} Default: \`${JSON.stringify(inner.default)}\`.`.trim(),
    };
    const nested =
      element === undefined
        ? fieldsOf(inner, named, direction, `${path}.`, opened)
        : fieldsOf(element, named, direction, `${path}[].`, opened);
    return [field, ...nested];
  });
}

function resolve(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  const target = name === undefined ? undefined : named[name];
  return target === undefined ? schema : resolve(target, named);
}

function typeText(schema: JsonSchema, named: Readonly<Record<string, JsonSchema>>): string {
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((choice) => typeText(resolve(choice, named), named)).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(String).join(", ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items !== undefined) {
    const most = schema.maxItems === undefined ? "" : `, at most ${schema.maxItems}`;
    return `list of ${typeText(resolve(schema.items, named), named)}${most}`;
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : String(schema.type ?? "any");
  if (type === "integer" && schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum < 1e9)
    return `integer, ${schema.minimum} to ${schema.maximum}`;
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}
