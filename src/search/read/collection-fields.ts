import { OnpointError } from "#base/errors.ts";
import type { QueryNode } from "#index/tree.ts";

/** What a collection has to search. */
export type FieldsOf = {
  /** Its documents, in the plural. */
  readonly what: string;
  readonly known: ReadonlySet<string>;
  /** Those that are told of. */
  readonly offered: string;
  /** What its filters say. */
  readonly filters: string;
};

/**
 * A tree in which nothing is asked of a collection that only opinions have. A choice loses what the collection does not
 * have, as a name that is also looked for among those by which others cite a case. Throws `invalid_input` where nothing
 * is left.
 */
export function withFieldsOf(fields: FieldsOf, tree: QueryNode): QueryNode {
  const left = kept(fields.known, tree);
  if (left !== undefined) return left;
  const message = `${fields.what} have no such field; their fields are ${fields.offered}`;
  throw new OnpointError("invalid_input", "the query cannot be read", {
    hint: `Filters of the search say ${fields.filters}.`,
    faults: [{ path: "query", message, reason: { code: "unknown_field" } }],
  });
}

/** Undefined where a part that cannot be left out is not of the collection. */
function kept(known: ReadonlySet<string>, node: QueryNode): QueryNode | undefined {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
      return node.field === undefined || known.has(node.field) ? node : undefined;
    case "filter":
    case "prior":
      return undefined;
    case "or": {
      const children = node.children.flatMap((child) => kept(known, child) ?? []);
      return children.length === 0 ? undefined : { ...node, children };
    }
    case "and":
    case "ranked": {
      const children = node.children.flatMap((child) => kept(known, child) ?? []);
      return children.length === node.children.length ? { ...node, children } : undefined;
    }
    case "together": {
      const members = node.members.flatMap((member) => kept(known, member) ?? []);
      return members.length === node.members.length ? { ...node, members } : undefined;
    }
    case "near": {
      const [left, right] = [kept(known, node.left), kept(known, node.right)];
      return left === undefined || right === undefined ? undefined : { ...node, left, right };
    }
    case "not":
    case "boost":
    case "atLeast": {
      const child = kept(known, node.child);
      return child === undefined ? undefined : { ...node, child };
    }
  }
}
