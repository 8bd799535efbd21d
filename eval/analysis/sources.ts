import { join } from "node:path";
import type { Db } from "#db/connection.ts";
import type { Section, Source } from "#analysis/analysis.ts";
import type { DocketLine } from "#analysis/analysis.ts";
import { citationKey, docketSheets, kept, lawTexts } from "./archives.ts";
import { documentId } from "./questions.ts";
import type { Labelled, LabelledFile } from "./questions.ts";

export type Document = {
  readonly source: Source;
  readonly lines: readonly (DocketLine & { readonly label: string })[];
};

/** The documents that are asked about, by their ids. */
export async function documentsOf(db: Db, dir: string, labelled: readonly Labelled[]): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>();
  const [opinions, laws, dockets] = (["opinion", "law", "docket"] as const).map((kind) =>
    labelled.filter((one) => one.kind === kind),
  );
  for (const id of new Set((opinions ?? []).map(documentId))) {
    const source = await opinionSource(db, id);
    if (source !== undefined) documents.set(id, { source, lines: [] });
  }
  const files = [...new Map((laws ?? []).map((one) => [documentId(one), one.source as LabelledFile])).entries()];
  const texts = await kept(join(dir, `analysis-laws-${files.length}.json`), async () =>
    Object.fromEntries(await lawTexts(files.map(([, file]) => file))),
  );
  for (const [id, file] of files) {
    const text = texts[citationKey(file.citation ?? "")];
    if (text === undefined) continue;
    documents.set(id, { source: { kind: "law", parts: [partOf(id, text, null)] }, lines: [] });
  }
  const sheets = await docketSheets((dockets ?? []).map(({ source }) => source as LabelledFile));
  for (const [file, sheet] of sheets) {
    const lines = sheet.docket_entries.map((entry, at) => ({
      id: String(at),
      label: entry.document_number ?? `@${entry.date_filed ?? entry.date_entered ?? ""}`,
      description: entry.description ?? "",
      dateFiled: entry.date_filed,
    }));
    const parts = lines.map(({ id, description }) => partOf(id, description, null));
    documents.set(file, { source: { kind: "docket", parts }, lines });
  }
  return documents;
}

/** A decision held as one combined text and, beside it, as some of its opinions. */
export type DecisionWithCopies = {
  /** `cl:123` */
  readonly id: string;
  readonly source: Source;
  readonly combined: { readonly id: string; readonly text: string };
  readonly copies: readonly { readonly id: string; readonly type: string; readonly text: string }[];
};

export async function decisionsWithCopies(db: Db): Promise<DecisionWithCopies[]> {
  const combined = db.selectFrom("opinions").select("cluster_id").where("type", "=", "combined");
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["clusters.source", "clusters.source_id"])
    .select(["opinions.id", "opinions.type", "opinions.author", "opinions.per_curiam", "opinion_texts.text"])
    .where("clusters.id", "in", combined)
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  const decisions = Map.groupBy(
    rows,
    ({ source, source_id }) => `${source === "courtlistener" ? "cl" : source}:${source_id}`,
  );
  return [...decisions].flatMap(([id, opinions]) => {
    const [whole, ...others] = opinions.filter(({ type }) => type === "combined");
    const copies = opinions.filter(({ type }) => type !== "combined");
    if (whole === undefined || others.length > 0 || copies.length === 0) return [];
    const parts = opinions.map((row) => partOf(row.id, row.text, sectionOf(row)));
    return [{ id, source: { kind: "opinion" as const, parts }, combined: whole, copies }];
  });
}

function partOf(id: string, text: string, section: Section | null): Source["parts"][number] {
  return { id, text, section, url: null, pages: [] };
}

async function opinionSource(db: Db, id: string): Promise<Source | undefined> {
  const [source, sourceId] = id.split(":");
  const rows = await db
    .selectFrom("clusters")
    .innerJoin("opinions", "opinions.cluster_id", "clusters.id")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .select(["opinions.id", "opinions.type", "opinions.author", "opinions.per_curiam", "opinion_texts.text"])
    .where("clusters.source", "=", source === "cl" ? "courtlistener" : (source ?? ""))
    .where("clusters.source_id", "=", sourceId ?? "")
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  if (rows.length === 0) return undefined;
  return { kind: "opinion", parts: rows.map((row) => partOf(row.id, row.text, sectionOf(row))) };
}

function sectionOf(row: {
  readonly type: string;
  readonly author: string | null;
  readonly per_curiam: number;
}): Section | null {
  const { author } = row;
  if (row.type === "dissent" || row.type === "concurrence") return { kind: row.type, author };
  if (row.type === "concurrence_in_part") return { kind: "concurrence_dissent", author };
  if (row.per_curiam === 1) return { kind: "per_curiam", author: null };
  return row.type === "lead" ? { kind: "majority", author } : null;
}
