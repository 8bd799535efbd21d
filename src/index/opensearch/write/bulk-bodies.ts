import type { IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { sourceOf } from "./document-source.ts";

/** Lines of a bulk request, and the ids they are of, in order. */
export type BulkBody = { readonly lines: Uint8Array<ArrayBuffer>; readonly ids: readonly string[] };

export type BulkTarget = { readonly index: string; readonly version: number };

/** Far below what a cluster takes at once; a document that is larger goes alone. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

/** Adds documents, or puts them in the place of what is older. */
export function bulkBodies(
  schema: CollectionSchema,
  target: BulkTarget,
  documents: readonly IndexDocument[],
): readonly BulkBody[] {
  const bodies: BulkBody[] = [];
  let lines: Buffer[] = [];
  let ids: string[] = [];
  let size = 0;
  const close = (): void => {
    if (ids.length > 0) bodies.push({ lines: new Uint8Array(Buffer.concat(lines)), ids });
    [lines, ids, size] = [[], [], 0];
  };
  for (const document of documents) {
    const line = Buffer.from(
      `${action("index", target, document.id)}\n${JSON.stringify(sourceOf(schema, document))}\n`,
    );
    if (size + line.length > BODY_BYTES_MAX) close();
    lines.push(line);
    ids.push(document.id);
    size += line.length;
  }
  close();
  return bodies;
}

export function deletionBody(target: BulkTarget, ids: readonly string[]): BulkBody {
  const lines = ids.map((id) => `${action("delete", target, id)}\n`).join("");
  return { lines: new Uint8Array(Buffer.from(lines)), ids };
}

/** A version of our own: what was sent before, and comes late or again, changes nothing. */
function action(kind: "index" | "delete", { index, version }: BulkTarget, id: string): string {
  return JSON.stringify({ [kind]: { _index: index, _id: id, version, version_type: "external_gte" } });
}
