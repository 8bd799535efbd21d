import type { WrittenMembers } from "#base/json-text.ts";
import type { LawAddressOf } from "#research/address.ts";
import type { LawAnswer, LawAsked, LawFound } from "#research/laws/get.ts";
import type { LawView } from "#research/laws/view.ts";
import { encodeCurrency } from "./law-currency.ts";
import type { LawsGetRequest, LawsGetResponse } from "../schema/laws-get.ts";

type NotFound = Extract<LawAnswer, { status: "not_found" }>;

export function decodeLawsGet(wire: LawsGetRequest): LawAsked {
  return {
    named: decodeKey(wire),
    includeHistorical: wire.include_historical,
    countCiters: wire.include_cited_by,
    ...(wire.collection === undefined ? {} : { collection: wire.collection }),
    ...(wire.as_of === undefined ? {} : { asOf: wire.as_of }),
  };
}

/** The schema has seen to it that exactly one is given. */
export function decodeKey({
  citation,
  register_citation,
  path,
  id,
}: Pick<LawsGetRequest, "citation" | "register_citation" | "path" | "id">): LawAsked["named"] {
  if (citation !== undefined) return { by: "citation", given: citation };
  if (register_citation !== undefined) return { by: "registerCitation", given: register_citation };
  return path === undefined ? { by: "id", given: id ?? "" } : { by: "path", given: path };
}

export function encodeLawsGet(answer: LawAnswer, addressOf: LawAddressOf): WrittenMembers<LawsGetResponse> {
  switch (answer.status) {
    case "found":
      return encodeFound(answer, addressOf);
    case "ambiguous":
      return {
        status: "ambiguous",
        message: `${answer.total} laws answer to this${answer.total > answer.matches.length ? `, of which ${answer.matches.length} are listed` : ""}; ask again with the id of one${isOfOne(answer.matches) ? "" : ", or with its collection"}`,
        matches: answer.matches.map(encodeMatch),
      };
    case "not_found":
      return { status: "not_found", message: notFoundMessage(answer) };
  }
}

function isOfOne(matches: readonly LawView[]): boolean {
  return new Set(matches.map(({ collection }) => collection.id)).size === 1;
}

function notFoundMessage({ given, code, usual, noneOf, within, instead }: NotFound): string {
  if (instead !== undefined) return `${instead}; ask again with include_historical to read it`;
  if (within !== undefined) {
    const what = within.title === null ? within.citation : `${within.citation}. ${within.title}`;
    return `no law is in force under ${given}; it is one of ${what}`;
  }
  if (code === "only_history") {
    return `no law in force is held under ${given}; a superseded, repealed or future version is: ask again with include_historical`;
  }
  if (noneOf !== undefined)
    return `nothing of ${noneOf} is held here, so ${given} cannot be read; that does not mean that there is no such law`;
  return usual.length === 0
    ? `no law is held under ${given}`
    : `no law is held under ${given}; did you mean ${usual.join(" or ")}?`;
}

function encodeFound(found: LawFound, addressOf: LawAddressOf): WrittenMembers<LawsGetResponse> {
  const { law, text, children, childrenTotal, versions, pin } = found;
  return {
    status: "found",
    message: foundMessage(found),
    document: {
      ...encodeDocument(law, found.parentId),
      url: addressOf(law),
      html: text.html,
      currency: encodeCurrency(found.currency, law.version),
    },
    children: children.map((child) => ({
      id: child.id,
      path: child.path,
      node_type: child.nodeType,
      number: child.number ?? "",
      title: child.title ?? "",
      citation: child.citation ?? "",
      sort_order: child.sortOrder,
      effective_date: child.effectiveDate,
    })),
    children_total: childrenTotal,
    versions: versions.map(({ version, standing }) => ({
      id: version.id,
      effective_date: version.effectiveDate,
      publication_date: version.publicationDate,
      is_historical: standing.isHistorical,
      is_current: standing.isCurrent,
      is_requested: version.id === law.version.id,
      edition: version.edition,
    })),
    pin_cite: pin,
    notes_html: text.notesHtml,
    ...(found.heldInvalidBy.length === 0 ? {} : { held_invalid_by: found.heldInvalidBy.map(encodeInvalidating) }),
    ...(found.citers === undefined ? {} : { cited_by: found.citers }),
  };
}

function encodeInvalidating({
  opinionId,
  caseName,
  citation,
  courtId,
  dateFiled,
  treated,
}: LawFound["heldInvalidBy"][number]): NonNullable<LawsGetResponse["held_invalid_by"]>[number] {
  return {
    opinion_id: opinionId,
    case_name: caseName,
    citation,
    court_id: courtId,
    date_filed: dateFiled,
    treatment: treated.treatment,
    quote: treated.quote,
  };
}

function foundMessage({ currency, asOfTold, children, childrenTotal, etSeq, heldInvalidBy }: LawFound): string {
  const parts = [
    ...(asOfTold === null ? [] : [asOfTold]),
    currency.told,
    ...heldInvalidBy.map(({ told }) => told),
    ...(etSeq ? ["et seq. is passed over: this is the first of the provisions meant"] : []),
    ...(childrenTotal > children.length
      ? [`the first ${children.length} of ${childrenTotal} children are listed; search for the section instead`]
      : []),
  ];
  return parts.join("; ");
}

type Document = NonNullable<LawsGetResponse["document"]>;

function encodeDocument(
  { version, collection, standing }: LawView,
  parentId: string | null,
): Omit<Document, "url" | "html" | "currency"> {
  return {
    id: version.id,
    parent_id: parentId,
    collection_id: collection.id,
    collection_name: collection.name,
    collection_type: version.type,
    state: collection.state,
    country: collection.country,
    path: version.path,
    node_type: version.nodeType,
    number: version.number ?? "",
    title: version.title ?? "",
    citation: version.citation ?? "",
    register_citation: version.registerCitation,
    effective_date: version.effectiveDate,
    publication_date: version.publicationDate,
    is_current: standing.isCurrent,
    is_historical: standing.isHistorical,
    sort_order: version.sortOrder,
    source_url: version.sourceUrl,
  };
}

function encodeMatch({ version, collection, standing }: LawView): NonNullable<LawsGetResponse["matches"]>[number] {
  return {
    id: version.id,
    collection_id: collection.id,
    collection_type: version.type,
    state: collection.state,
    path: version.path,
    citation: version.citation ?? "",
    title: version.title ?? "",
    is_current: standing.isCurrent,
  };
}
