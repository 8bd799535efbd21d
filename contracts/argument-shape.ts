/** As much of a JSON schema as tells what a value looks like. */
type Schema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
};

/**
 * The smallest value of the shape that a schema asks for, as JSON for people: `{"queries":[{"query":"…"}]}`. Of an object
 * it has the members that are required, or the first where none is.
 */
export function shapeOf(schema: object): string {
  return JSON.stringify(exampleOf(schema));
}

function exampleOf(schema: Schema): unknown {
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf.find(({ type }) => type !== "null") ?? {});
  if (schema.enum !== undefined) return schema.enum[0];
  switch (schema.type) {
    case "object": {
      const properties = schema.properties ?? {};
      const { required = [] } = schema;
      const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
      return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {})]));
    }
    case "array":
      return [exampleOf(schema.items ?? {})];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return "…";
  }
}
