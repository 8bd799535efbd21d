import { OnpointError } from "#base/errors.ts";
import type { QueryNode } from "#index/tree.ts";
import { LAW_FIELDS } from "#search/laws.ts";

const KNOWN: ReadonlySet<string> = new Set(LAW_FIELDS);
const OFFERED = "name, body and cite";

/**
 * A tree in which nothing is asked of laws that only opinions have. A choice loses what laws do not have, as a name
 * that is also looked for among those by which others cite a case. Throws `invalid_input` where nothing is left.
 */
export function ofLaws(tree: QueryNode): QueryNode {
  const left = kept(tree);
  if (left !== undefined) return left;
  const message = `laws have no such field; their fields are ${OFFERED}`;
  throw new OnpointError("invalid_input", "the query cannot be read", {
    hint: "Filters of the search say state, collection, kind and dates.",
    faults: [{ path: "query", message, reason: { code: "unknown_field" } }],
  });
}

/** Undefined where a part that cannot be left out is not of laws. */
function kept(node: QueryNode): QueryNode | undefined {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
      return node.field === undefined || KNOWN.has(node.field) ? node : undefined;
    case "filter":
    case "prior":
      return undefined;
    case "or": {
      const children = node.children.flatMap((child) => kept(child) ?? []);
      return children.length === 0 ? undefined : { ...node, children };
    }
    case "and":
    case "ranked": {
      const children = node.children.flatMap((child) => kept(child) ?? []);
      return children.length === node.children.length ? { ...node, children } : undefined;
    }
    case "together": {
      const members = node.members.flatMap((member) => kept(member) ?? []);
      return members.length === node.members.length ? { ...node, members } : undefined;
    }
    case "near": {
      const [left, right] = [kept(node.left), kept(node.right)];
      return left === undefined || right === undefined ? undefined : { ...node, left, right };
    }
    case "not":
    case "boost":
    case "atLeast": {
      const child = kept(node.child);
      return child === undefined ? undefined : { ...node, child };
    }
  }
}
