import type { EngineRequest, EngineResponse, IndexDocument } from "#index/index.ts";
import type { Answer } from "#test/oracle/compare.ts";
import type { PlainDocument, PlainFacet, PlainRequest } from "#test/oracle/model.ts";

/** The facets that an engine counts, in the order in which `answerOf` lists them. */
export const FACETS: readonly PlainFacet[] = [
  { column: "courtAbbreviation" },
  { column: "jurisdiction" },
  { column: "state" },
  { column: "dateFiled", by: "year" },
];

/** The oracle's document as the engines take it: of the main field one text, without sources. */
export function documentFor({ id, texts, values }: PlainDocument): IndexDocument {
  const given = Object.entries(texts).map(([field, list]) => {
    const own = list.map(({ text, source }) => (source === undefined ? text : { text, source }));
    return [field, field === "body" ? list.map(({ text }) => text).join("\n\n") : own];
  });
  return { id, texts: Object.fromEntries(given), values };
}

/** The oracle's question as the engines take it. */
export function requestFor(request: PlainRequest): EngineRequest {
  return request;
}

/** An engine's answer in the oracle's words. */
export function answerOf({ hits, total, facets }: EngineResponse): Answer {
  return { hits, total, facets };
}
