import type { Analysis } from "#research/analyst.ts";
import type { Addresses, LawAddressOf } from "#research/address.ts";
import type { LawQuestion, LawRead } from "#research/laws/analyse.ts";
import type { LawAnswer, LawAsked, LawFound } from "#research/laws/get.ts";
import type { LawHit, LawSearchAsked, LawsFound } from "#research/laws/search.ts";
import type { LawView } from "#research/laws/view.ts";
import type { AnalyzeLawRequest, AnalyzeLawResponse, SearchLawsRequest, SearchLawsResponse } from "../schema/laws.ts";
import { plainText } from "./plain-text.ts";

const PAGE_SIZE_DEFAULT = 20;

/** Null and an empty list filter nothing, as if they had not been given. */
export function decodeSearchLaws(wire: SearchLawsRequest): LawSearchAsked {
  const { states, collectionTypes, collections, pathPrefix } = wire;
  return {
    query: wire.query,
    currentOnly: wire.currentOnly ?? true,
    page: wire.page ?? 1,
    pageSize: wire.pageSize ?? PAGE_SIZE_DEFAULT,
    ...(states?.length ? { states } : {}),
    ...(collectionTypes?.length ? { types: collectionTypes } : {}),
    ...(collections?.length ? { collections } : {}),
    ...(pathPrefix == null ? {} : { pathPrefix }),
  };
}

export function encodeSearchLaws(found: LawsFound, { law }: Pick<Addresses, "law">): SearchLawsResponse {
  return {
    results: found.results.map((hit) => encodeHit(hit, law(hit))),
    total: found.total,
    stateCounts: Object.fromEntries(found.stateCounts),
    ...(found.warnings.length === 0 ? {} : { warnings: [...found.warnings] }),
  };
}

type Hit = NonNullable<SearchLawsResponse["results"]>[number];

function encodeHit({ version, collection, standing, snippets }: LawHit, url: string): Hit {
  return {
    id: version.id,
    citation: version.citation ?? "",
    title: version.title ?? "",
    number: version.number ?? "",
    collectionId: collection.id,
    collectionName: collection.name,
    collectionType: version.type,
    state: collection.state,
    country: collection.country,
    path: version.path,
    effectiveDate: version.effectiveDate,
    publicationDate: version.publicationDate,
    isCurrent: standing.isCurrent,
    isHistorical: standing.isHistorical,
    snippets: snippets.map(plainText),
    url,
  };
}

/** The schema has seen to it that exactly one key is given. */
export function decodeAnalyzeLaw(wire: AnalyzeLawRequest): LawQuestion {
  const { citation, registerCitation, path, id, collection } = wire;
  const named: LawAsked["named"] = citation
    ? { by: "citation", given: citation }
    : registerCitation
      ? { by: "registerCitation", given: registerCitation }
      : path
        ? { by: "path", given: path }
        : { by: "id", given: id ?? "" };
  return {
    question: wire.question,
    named,
    includeHistorical: named.by !== "id" && wire.includeHistorical === true,
    ...(collection ? { collection } : {}),
  };
}

export function encodeAnalyzeLaw({ answer, analysis }: LawRead, addresses: Addresses): AnalyzeLawResponse {
  switch (answer.status) {
    case "found":
      if (analysis === "failed") return { error: UNREADABLE, url: addresses.law(answer.law) };
      return { ...encodeFound(answer, addresses.law, analysis), ...encodeAnalysis(answer, analysis, addresses) };
    case "ambiguous":
      return {
        error: `${answer.total} laws answer to this${answer.total > answer.matches.length ? `, of which ${answer.matches.length} are listed` : ""}; call again with the id of one, or with its collection`,
        ambiguousMatches: answer.matches.map(encodeMatch),
      };
    case "not_found":
      return { error: notFound(answer) };
  }
}

function notFound({
  given,
  code,
  usual,
  within,
  noneOf,
  instead,
}: Extract<LawAnswer, { status: "not_found" }>): string {
  if (instead !== undefined) return `${instead}; call again with includeHistorical true to read it`;
  if (within !== undefined) {
    const what = within.title === null ? within.citation : `${within.citation}. ${within.title}`;
    return `no law is in force under ${given}; it is one of ${what}`;
  }
  if (code === "only_history")
    return `no law in force is held under ${given}; a superseded, repealed or future version is: call again with includeHistorical true`;
  if (noneOf !== undefined)
    return `nothing of ${noneOf} is held here, so ${given} cannot be read; that does not mean that there is no such law. searchLaws finds what is held`;
  return usual.length === 0
    ? `no law is held under ${given}; searchLaws finds laws by their words`
    : `no law is held under ${given}; did you mean ${usual.join(" or ")}?`;
}

const UNREADABLE = "the provision could not be analysed just now; it can be read at url";

function encodeAnalysis(
  { law }: LawFound,
  analysis: Analysis | null,
  addresses: Addresses,
): Pick<AnalyzeLawResponse, "analysis"> {
  if (analysis === null) return {};
  const url = addresses.law(law);
  return {
    analysis: {
      summary: analysis.answer,
      passages: analysis.propositions.map(({ proposition, quote }) => ({
        point: proposition,
        quote: quote.text,
        quoteTruncated: quote.isTruncated,
        deeplinkUrl: addresses.quotedLaw(url, quote.text),
      })),
      doesNotAddress: [...analysis.doesNotAddress],
    },
  };
}

function encodeFound(found: LawFound, addressOf: LawAddressOf, analysis: Analysis | null): AnalyzeLawResponse {
  const { law, children, childrenTotal, versions } = found;
  const { version, collection, standing } = law;
  const warnings = [...warningsOf(found), ...(analysis?.warnings ?? [])];
  return {
    citation: version.citation ?? "",
    title: version.title ?? "",
    number: version.number ?? "",
    registerCitation: version.registerCitation,
    collectionId: collection.id,
    collectionName: collection.name,
    collectionType: version.type,
    state: collection.state,
    effectiveDate: version.effectiveDate,
    publicationDate: version.publicationDate,
    isCurrent: standing.isCurrent,
    isHistorical: standing.isHistorical,
    ...(version.nodeType === "PARENT"
      ? {
          children: children.map((child) => ({
            id: child.id,
            number: child.number ?? "",
            citation: child.citation ?? "",
            title: child.title ?? "",
            sortOrder: child.sortOrder,
          })),
          childrenTotal,
        }
      : {}),
    versions:
      versions.length < 2
        ? []
        : versions.map((view) => ({
            id: view.version.id,
            effectiveDate: view.version.effectiveDate,
            publicationDate: view.version.publicationDate,
            isHistorical: view.standing.isHistorical,
            isCurrent: view.standing.isCurrent,
            isRequested: view.version.id === version.id,
          })),
    parentId: found.parentId,
    url: addressOf(law),
    sourceUrl: version.sourceUrl,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function warningsOf({ law, currency, pin, etSeq, children, childrenTotal, heldInvalidBy }: LawFound): string[] {
  const what = law.version.citation ?? law.version.path;
  const isPlain = law.standing.isCurrent && currency.basis === "source_says_current";
  return [
    ...(isPlain ? [] : [currency.told]),
    ...heldInvalidBy.map(({ told }) => told),
    ...(pin === null ? [] : [`the citation points at ${pin} within ${what}`]),
    ...(etSeq ? ["et seq. is passed over: this is the first of the provisions meant"] : []),
    ...(childrenTotal > children.length
      ? [`the first ${children.length} of ${childrenTotal} children are listed`]
      : []),
  ];
}

function encodeMatch({
  version,
  collection,
  standing,
}: LawView): NonNullable<AnalyzeLawResponse["ambiguousMatches"]>[number] {
  return {
    id: version.id,
    citation: version.citation ?? "",
    title: version.title ?? "",
    collectionId: collection.id,
    collectionName: collection.name,
    state: collection.state,
    path: version.path,
    isCurrent: standing.isCurrent,
  };
}
