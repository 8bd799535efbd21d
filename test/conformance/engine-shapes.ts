import type { EngineFilters, EngineRequest, EngineResponse, IndexDocument } from "#index/index.ts";
import type { Field, QueryNode } from "#index/tree.ts";
import type { Answer } from "#test/oracle/compare.ts";
import type { PlainDocument, PlainFacet, PlainFilter, PlainNode, PlainRequest } from "#test/oracle/model.ts";

/** The facets that an engine counts, in the order in which `answerOf` lists them. */
export const FACETS: readonly PlainFacet[] = [
  { column: "courtAbbreviation" },
  { column: "jurisdiction" },
  { column: "state" },
  { column: "dateFiled", by: "year" },
];

/** The oracle's document as the engines take it. */
export function documentFor({ id, texts, values }: PlainDocument): IndexDocument {
  const joined = (field: string): string => texts[field]?.map(({ text }) => text).join("\n\n") ?? "";
  const value = (column: string): string => String(values[column] ?? "");
  return {
    id,
    name: joined("name"),
    body: joined("body"),
    citing: texts["citing"]?.map(({ text, source = "" }) => ({ opinionId: source, text })) ?? [],
    docket: joined("docket"),
    cite: texts["cite"]?.map(({ text }) => text) ?? [],
    judge: joined("judge"),
    values: {
      courtId: value("courtId"),
      courtAbbreviation: value("courtAbbreviation"),
      jurisdiction: value("jurisdiction"),
      state: value("state"),
      publishStatus: value("publishStatus"),
      dateFiled: value("dateFiled") || null,
    },
  };
}

/** The oracle's question as the engines take it. */
export function requestFor({ tree, filters, facets, leaveOutSource, ...request }: PlainRequest): EngineRequest {
  return {
    ...request,
    tree: treeFor(tree),
    filters: Object.assign({}, ...filters.map(filterFor)) as EngineFilters,
    facets: facets.length > 0,
    ...(leaveOutSource !== undefined && { leaveOutCitingOf: leaveOutSource }),
  };
}

/** An engine's answer in the oracle's words. */
export function answerOf({ hits, total, facets }: EngineResponse): Answer {
  const { courtAbbreviation, jurisdiction, state, yearFiled } = facets ?? {};
  const counts = [courtAbbreviation, jurisdiction, state, yearFiled].flatMap((facet) =>
    facet === undefined ? [] : [facet],
  );
  return { hits, total, facets: counts };
}

function treeFor(node: PlainNode): QueryNode {
  switch (node.kind) {
    case "term":
    case "wildcard":
      return wordFor(node);
    case "phrase":
      return { ...node, words: node.words.map(wordFor), ...fieldFor(node) } as QueryNode;
    case "near":
      return { ...node, left: treeFor(node.left), right: treeFor(node.right) };
    case "and":
    case "or":
    case "ranked":
      return { ...node, children: node.children.map(treeFor) };
    case "not":
    case "boost":
      return { ...node, child: treeFor(node.child) };
    case "filter":
      if (!("anyOf" in node.filter)) throw new Error("only courts stand in a query");
      return { kind: "court", courtIds: node.filter.anyOf, at: node.at };
  }
}

function wordFor(
  node: Extract<PlainNode, { kind: "term" | "wildcard" }>,
): Extract<QueryNode, { kind: "term" | "wildcard" }> {
  return { ...node, ...fieldFor(node) } as Extract<QueryNode, { kind: "term" | "wildcard" }>;
}

function fieldFor({ field }: { readonly field?: string }): { readonly field?: Field } {
  return field === undefined ? {} : { field: field as Field };
}

function filterFor(filter: PlainFilter): EngineFilters {
  if ("prefix" in filter) throw new Error("opinions have no path");
  if (!("anyOf" in filter)) {
    const { from, to } = filter;
    return { ...(from !== undefined && { dateFrom: String(from) }), ...(to !== undefined && { dateTo: String(to) }) };
  }
  const { column, anyOf } = filter;
  if (column === "publishStatus") return { publishStatus: anyOf[0] ?? "" };
  if (column === "jurisdiction") return { jurisdictions: anyOf };
  return column === "state" ? { states: anyOf } : { courtIds: anyOf };
}
