import { readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareCap } from "#importers/cap/cap.ts";
import { openTable } from "#importers/courtlistener/table.ts";
import { mapOpinion } from "#importers/courtlistener/opinion-row.ts";
import type { RawOpinion } from "#opinions/derive/read-opinion.ts";
import type { ParallelCitation } from "#opinions/model.ts";

export type RealOpinion = RawOpinion & { readonly id: string };

/** Every opinion of the bulk files in a folder, as the importer hands it to `readOpinion`, with its decision's citations. */
export async function* bulkOpinions(folder: string): AsyncGenerator<RealOpinion> {
  const citations = await citationsByCluster(folder);
  const { rows, columns, input } = await openTable(fileIn(folder, "opinions-"), ["id", "cluster_id", "type"]);
  try {
    for await (const group of rows) {
      for (const row of group) {
        if ("reason" in row) throw new Error(`row ${row.row}: ${row.reason}`);
        const mapped = mapOpinion((column) => row.text(columns.get(column)));
        if ("reject" in mapped) throw new Error(`row ${row.row}: ${mapped.reject.message}`);
        const { text, type, author, perCuriam, sourceId, clusterSourceId } = mapped.raw;
        yield { id: sourceId, text, type, author, perCuriam, citations: citations.get(clusterSourceId) ?? [] };
      }
    }
  } finally {
    await input.close();
  }
}

/** Every opinion of a Caselaw Access Project archive. */
export async function* capOpinions(archive: string): AsyncGenerator<RealOpinion> {
  const prepared = await prepareCap({ paths: [archive], scratchDir: "", onPreparing: () => {} });
  for (const part of prepared.parts) {
    const open = await part.open(0);
    for await (const group of open.groups) {
      for (const { cluster, opinions } of group) {
        for (const { sourceId, text, type, author, perCuriam } of opinions) {
          yield { id: sourceId, text, type, author, perCuriam, citations: cluster?.citations ?? [] };
        }
      }
    }
    await open.close();
  }
  await prepared.close();
}

async function citationsByCluster(folder: string): Promise<Map<string, ParallelCitation[]>> {
  const found = new Map<string, ParallelCitation[]>();
  const { rows, columns, input } = await openTable(fileIn(folder, "citations-"), [
    "volume",
    "reporter",
    "page",
    "cluster_id",
  ]);
  for await (const group of rows) {
    for (const row of group) {
      if ("reason" in row) throw new Error(`row ${row.row}: ${row.reason}`);
      const cell = (column: string): string => row.text(columns.get(column)) ?? "";
      const [volume, reporter, page] = [cell("volume"), cell("reporter"), cell("page")];
      const known = found.get(cell("cluster_id")) ?? [];
      known.push({ volume, reporter, page, citedAs: `${volume} ${reporter} ${page}` });
      found.set(cell("cluster_id"), known);
    }
  }
  await input.close();
  return found;
}

function fileIn(folder: string, prefix: string): string {
  const name = readdirSync(folder).find((file) => file.startsWith(prefix));
  if (name === undefined) throw new Error(`${folder} has no file ${prefix}…`);
  return join(folder, name);
}
