import { fieldIndex } from "#index/schema.ts";
import type { CollectionSchema } from "#index/schema.ts";

/** The fields that a node looks into. Throws `invalid_input` for one the schema has not. */
export function fieldsOf(schema: CollectionSchema, field: string | undefined): readonly string[] {
  if (field === undefined) return schema.fields.flatMap(({ name, isOnlyNamed }) => (isOnlyNamed === true ? [] : name));
  fieldIndex(schema, field);
  return [field];
}
