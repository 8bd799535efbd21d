import type { z } from "zod";

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes["_zod"]["def"];

/** What a schema says of the field that a path leads to; undefined where the path leads to none. */
export function fieldAt(
  schema: Schema,
  path: readonly PropertyKey[],
): { readonly schema: Schema; readonly mayBeLeftOut: boolean } | undefined {
  let at: Schema | undefined = schema;
  for (const part of path) {
    const def = definitionOf(at === undefined ? undefined : withoutWrapping(at));
    if (def?.type === "object") at = def.shape[String(part)];
    else if (def?.type === "array") at = def.element;
    else return undefined;
  }
  if (at === undefined) return undefined;
  const type = definitionOf(at)?.type;
  return { schema: withoutWrapping(at), mayBeLeftOut: type === "optional" || type === "default" };
}

function definitionOf(schema: Schema | undefined): Definition | undefined {
  return (schema as z.core.$ZodTypes | undefined)?._zod.def;
}

/** The schema inside `optional`, `nullable` and `default`. */
function withoutWrapping(schema: Schema): Schema {
  const def = definitionOf(schema);
  const isWrapped = def?.type === "optional" || def?.type === "nullable" || def?.type === "default";
  return isWrapped ? withoutWrapping(def.innerType) : schema;
}
