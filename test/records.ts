import { createHash } from "node:crypto";
import { deriveId } from "#base/ids.ts";
import type { Trx } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { appendOutbox } from "#db/outbox.ts";
import { insertRows } from "#db/rows.ts";
import type { FilingDraft } from "#dockets/filings/model.ts";

/** A decision in short: what a test does not say is filled in. */
export type TestDecision = {
  readonly name: string;
  readonly source?: string;
  readonly courtId?: string;
  readonly dateFiled?: string | null;
  readonly publishStatus?: string;
  readonly workId?: string;
  readonly docketNumber?: string | null;
  readonly judges?: string | null;
  readonly citedAs?: readonly string[];
  /** One opinion per text. */
  readonly texts?: readonly string[];
};

export type TestDecisionIds = {
  readonly caseId: string;
  readonly clusterId: string;
  readonly workId: string;
  readonly opinionIds: readonly string[];
};

export function idsOfDecision({ name, source = "test", workId, texts = [""] }: TestDecision): TestDecisionIds {
  return {
    caseId: deriveId("case", source, name),
    clusterId: deriveId("cluster", source, name),
    workId: workId ?? deriveId("work", source, name),
    opinionIds: texts.map((_, ordinal) => deriveId("opinion", source, `${name}/${ordinal}`)),
  };
}

/** Writes the rows of a decision, with their outbox entries, as an importer would. */
export async function addDecision(trx: Trx, decision: TestDecision): Promise<TestDecisionIds> {
  const { name, source = "test", courtId = "ca9", texts = [""], citedAs = [], publishStatus = "published" } = decision;
  const ids = idsOfDecision(decision);
  const docketNumber = decision.docketNumber ?? null;
  const dateFiled = decision.dateFiled ?? null;
  await insertRows(trx, "cases", [
    {
      id: ids.caseId,
      matter_id: ids.caseId,
      source,
      source_id: name,
      court_id: courtId,
      caption: name,
      docket_number: docketNumber,
      docket_key: docketNumber,
      source_court_id: courtId,
      source_docket_number: docketNumber,
      date_filed: null,
      date_terminated: null,
    },
  ]);
  await insertRows(
    trx,
    "case_dockets",
    docketNumber === null
      ? []
      : [{ case_id: ids.caseId, ordinal: 0, docket_number: docketNumber, docket_key: docketNumber }],
  );
  await insertRows(trx, "clusters", [
    {
      id: ids.clusterId,
      source,
      source_id: name,
      case_id: ids.caseId,
      work_id: ids.workId,
      court_id: courtId,
      public_number: await takeNumbers(trx, "public_number", 1),
      case_name: name,
      slug: "test",
      date_filed: dateFiled,
      date_precision: dateFiled === null ? "none" : "day",
      filed_first: dateFiled,
      filed_last: dateFiled,
      source_court_id: courtId,
      source_date_filed: dateFiled,
      source_date_precision: dateFiled === null ? "none" : "day",
      reading_version: 0,
      publish_status: publishStatus,
      judges: decision.judges ?? null,
      headmatter_html: null,
      content_hash: hashOf(JSON.stringify(decision)),
    },
  ]);
  await insertRows(
    trx,
    "cluster_citations",
    citedAs.map((cited_as, ordinal) => {
      const [volume = "", reporter = "", page = ""] = cited_as.split(" ");
      const lookup_key = cited_as.toLowerCase().replace(/[\s.']/gu, "");
      return {
        cluster_id: ids.clusterId,
        ordinal,
        source_ordinal: ordinal,
        volume,
        reporter,
        page,
        cited_as,
        lookup_key,
      };
    }),
  );
  const opinions = texts.map((text, ordinal) => ({ text, ordinal, id: ids.opinionIds[ordinal] ?? "" }));
  await insertRows(
    trx,
    "opinions",
    opinions.map(({ text, ordinal, id }) => ({
      id,
      source,
      source_id: `${name}/${ordinal}`,
      cluster_id: ids.clusterId,
      ordinal,
      type: "lead",
      author: null,
      joined_by: null,
      per_curiam: 0 as const,
      en_banc: 0 as const,
      publish_status: publishStatus,
      precedential_note: null,
      pagination_citation: null,
      text_source: "test",
      text_chars: text.length,
      content_hash: hashOf(text),
    })),
  );
  await insertRows(
    trx,
    "opinion_texts",
    opinions.map(({ text, id }) => ({
      opinion_id: id,
      html: `<p>${text}</p>`,
      text,
      offset_map: new Uint8Array([0, 255, 7]),
    })),
  );
  await appendOutbox(trx, [
    { kind: "cluster", recordId: ids.clusterId, op: "upsert" },
    ...ids.opinionIds.map((recordId) => ({ kind: "opinion" as const, recordId, op: "upsert" as const })),
  ]);
  return ids;
}

/** A filing of a trial court in short: what a test does not say is filled in. */
export function testFiling({
  text,
  ...fields
}: Partial<FilingDraft> & Pick<FilingDraft, "sourceId"> & { readonly text: string }): FilingDraft {
  return {
    case: { courtId: "calsuperct", docketNumber: "24CV00317", caption: "Heron v. Marsh", dateFiled: "2024-01-15" },
    entryNumber: null,
    attachmentNumber: null,
    type: "motion",
    typeConfidence_pct: 95,
    title: null,
    description: null,
    dateFiled: null,
    sourceUrl: null,
    textState: text === "" ? "not_given" : "held",
    content: { text, pageStarts: text === "" ? [] : [0] },
    ...fields,
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
