import { idFault, kindOfId } from "#base/ids.ts";
import { extractCitations } from "#citations/citations.ts";
import type { Reader } from "#db/connection.ts";
import { opinionIdsOfClusters, readOpinions } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { findByDocket } from "#opinions/store/dockets.ts";
import type { OpinionViews } from "../opinion-views.ts";
import type { OpinionNamed, NotRead } from "./answers.ts";
import type { Note } from "../note.ts";
import { courtsNamed } from "./courts-asked.ts";
import { documentOf } from "./document-view.ts";
import { cut } from "./cut.ts";
import { note } from "./model.ts";

export type DocumentSources = { readonly db: Reader; readonly views: OpinionViews };

/** The opinions that make up the document, with their content, in reading order. */
export type FoundDocument = {
  readonly opinions: readonly [OpinionRecord, ...OpinionRecord[]];
  /** That its court was named by another spelling. */
  readonly respelled?: Note;
};

const CANDIDATES_MAX = 10;

export async function findDocument(
  sources: DocumentSources,
  named: OpinionNamed | null,
): Promise<FoundDocument | NotRead> {
  if (named === null) return refusal("invalid_reference", "no document is named", "no_reference");
  switch (named.by) {
    case "id":
      return byId(sources, named.id);
    case "citation":
      return byCitation(sources, named.citation);
    case "docket":
      return byDocket(sources, named);
  }
}

export function refusal(
  status: NotRead["status"],
  message: string,
  code: string,
  more: Partial<Pick<NotRead, "candidates" | "document">> = {},
): NotRead {
  return { status, note: note(message, { code }), candidates: [], document: null, ...more };
}

async function byId({ db }: DocumentSources, id: string): Promise<FoundDocument | NotRead> {
  const kind = kindOfId(id);
  if (kind === undefined) {
    const message = `${cut(id)} is no id of a document; ids are UUIDs taken from answers, never the number in an address`;
    return refusal("invalid_reference", message, "no_id");
  }
  const fault = idFault(id, "opinion");
  if (fault !== undefined) return refusal("invalid_reference", fault, "other_kind_of_id");
  const [record] = await readOpinions(db, [id.toLowerCase()]);
  if (record === undefined) return refusal("not_found", `no document is held under the id ${id}`, "id_not_held");
  return readWhole(db, record);
}

/** Numbers of vendors, which no reporter prints. */
const VENDOR = /\b\d{4}\s+(?:WL|Westlaw)\s+\d|\bLEXIS\b/iu;

async function byCitation(sources: DocumentSources, given: string): Promise<FoundDocument | NotRead> {
  if (VENDOR.test(given)) {
    const message = `${cut(given)} is a Westlaw or Lexis number, and those are not read; give a reporter citation such as 410 U.S. 113, or find the case and give its id`;
    return refusal("invalid_reference", message, "vendor_citation");
  }
  const cited = extractCitations(given).flatMap((one) =>
    one.kind === "case" || one.kind === "short" ? [one.corrected] : [],
  );
  const asked = [...new Set([given, ...cited])];
  const ids = (await sources.views.find(asked)).flatMap(({ opinionIds }) => opinionIds);
  if (ids.length > 0) return oneOf(sources, ids, `${cut(given)} is the citation of several decisions`);
  return cited.length === 0
    ? refusal("invalid_reference", `${cut(given)} is no reporter citation that is known`, "no_citation")
    : refusal("not_found", `no decision is held under the citation ${cut(given)}`, "citation_not_held");
}

async function byDocket(
  sources: DocumentSources,
  { court, docketNumber }: Extract<OpinionNamed, { by: "docket" }>,
): Promise<FoundDocument | NotRead> {
  const named = courtsNamed(court);
  if ("unknown" in named) return { ...refusal("invalid_reference", "", ""), note: named.unknown };
  const found = await Promise.all(
    named.courts.map(async ({ id }) => findByDocket(sources.db, { courtId: id, docketNumber })),
  );
  const ids = found.flat();
  const { respelled } = named;
  if (ids.length > 0) {
    const one = await oneOf(sources, ids, `several decisions of the docket ${cut(docketNumber)} are held`);
    return "status" in one ? withNote(one, respelled) : { ...one, ...(respelled && { respelled }) };
  }
  const where = named.courts[0]?.fullName ?? court;
  const nothing = `no decision of the docket ${cut(docketNumber)} in ${where} is held`;
  return withNote(refusal("not_found", nothing, "docket_not_held"), respelled);
}

function withNote(refused: NotRead, also: Note | undefined): NotRead {
  if (also === undefined) return refused;
  const { note: first } = refused;
  return { ...refused, note: { ...first, message: `${first.message} (${also.message})` } };
}

/** Copies of one decision are one; of several decisions the caller chooses. */
async function oneOf(
  { db, views }: DocumentSources,
  opinionIds: readonly string[],
  message: string,
): Promise<FoundDocument | NotRead> {
  const read = await views.read(opinionIds, { content: false, treatments: false });
  const works = new Map(read.toReversed().map((view) => [view.record.workId, view]));
  const [first] = works.values();
  if (first === undefined) return refusal("not_found", "the decision is not held any more", "not_held");
  if (works.size === 1) return readWhole(db, first.record);
  const candidates = [...works.values()].toReversed().slice(0, CANDIDATES_MAX).map(documentOf);
  return refusal("ambiguous", `${message}; choose one by its id`, "several_decisions", { candidates });
}

/** Opinions that speak for a decision: with them the whole is meant. Others are documents of their own. */
const SPEAKS_FOR_ALL: ReadonlySet<string> = new Set(["lead", "plurality", "unanimous"]);

async function readWhole(db: Reader, record: OpinionRecord): Promise<FoundDocument | NotRead> {
  const ids = SPEAKS_FOR_ALL.has(record.type) ? await opinionIdsOfClusters(db, [record.clusterId]) : [record.id];
  const read = (await readOpinions(db, ids, { content: true }))
    .filter(({ type, id }) => type !== "combined" || id === record.id)
    .toSorted((left, right) => left.ordinal - right.ordinal);
  const [first, ...others] = [
    ...read.filter(({ id }) => id === record.id),
    ...read.filter(({ id }) => id !== record.id),
  ];
  if (first === undefined) return refusal("not_found", "the decision is not held any more", "not_held");
  return { opinions: [first, ...others] };
}
