import { OnpointError } from "#base/errors.ts";
import { QUERY_FORMS } from "#search/collections/collections.ts";
import type { QueryRead } from "#search/query/parse.ts";

/** Reads a query in a way that a collection has, by the name of the way. */
export function readQueryAs(form: string, text: string): QueryRead {
  const read = QUERY_FORMS[form];
  if (read === undefined) throw new OnpointError("internal", `no collection reads queries as ${form}`);
  return read(text);
}
