import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Rows of a bulk file by column; null is NULL. */
export type BulkRow = Readonly<Record<string, string | null>>;
export type BulkTable = { readonly columns: readonly string[]; readonly rows: readonly BulkRow[] };

export type BulkTables = {
  readonly clusters: BulkTable;
  readonly dockets: BulkTable;
  readonly citations: BulkTable;
  readonly opinions: BulkTable;
};

/** Text of a table as CourtListener publishes it. */
export function bulkCsv({ columns, rows }: BulkTable): string {
  const line = (row: BulkRow): string => columns.map((column) => bulkCell(row[column] ?? null)).join(",");
  return [columns.join(","), ...rows.map(line), ""].join("\n");
}

function bulkCell(text: string | null): string {
  return text === null ? "" : `"${text.replace(/["\\]/gu, "\\$&")}"`;
}

/** Writes the tables with a date in their names, each through `compress` with its suffix. */
export async function writeBulkFiles(
  directory: string,
  tables: Partial<BulkTables>,
  { date = "2024-03-31", suffix = "", compress = (text: string): string | Buffer => text } = {},
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const names = { clusters: "opinion-clusters", dockets: "dockets", citations: "citations", opinions: "opinions" };
  for (const [kind, table] of Object.entries(tables)) {
    const name = `${names[kind as keyof BulkTables]}-${date}.csv${suffix}`;
    await writeFile(join(directory, name), compress(bulkCsv(table)));
  }
}

const COURTS = ["scotus", "ca2", "nysd", "ny", "cal"];
const WORDS =
  `the record below shows that neither party objected when the referee closed the hearing and reserved his ruling
  upon the motion to strike so the question is whether silence waives the point`.split(/\s+/u);

/**
 * Invented decisions in bulk form: dockets with numbers, two citations each, a lead opinion and for every third a
 * dissent, page markers, quotes, backslashes and line breaks in the texts. The same number gives the same tables.
 */
export function inventedBulkTables(decisions: number, words_per_opinion = 200): BulkTables {
  const ids = Array.from({ length: decisions }, (_, index) => index + 1);
  const opinionRows = ids.flatMap((id): BulkRow[] => {
    const lead = opinionRow(id * 10, id, "020lead", words_per_opinion);
    return id % 3 === 0 ? [lead, opinionRow(id * 10 + 1, id, "040dissent", words_per_opinion)] : [lead];
  });
  return {
    clusters: {
      columns: [
        "id",
        "judges",
        "date_filed",
        "date_filed_is_approximate",
        "case_name_short",
        "case_name",
        "case_name_full",
        "precedential_status",
        "docket_id",
        "headmatter",
      ],
      rows: ids.map((id) => ({
        id: String(id),
        judges: id % 4 === 0 ? "Marlow, Orrin" : "",
        date_filed: `19${10 + (id % 80)}-0${1 + (id % 9)}-1${id % 9}`,
        date_filed_is_approximate: id % 7 === 0 ? "t" : "f",
        case_name_short: "",
        case_name: `Party${id} v. Denby`,
        case_name_full: "",
        precedential_status: "Published",
        docket_id: String(90_000 + id),
        headmatter: id % 5 === 0 ? `<p>Argued by "counsel" ${id}</p>` : "",
      })),
    },
    dockets: {
      columns: ["id", "case_name", "case_name_full", "docket_number", "court_id", "date_filed", "date_terminated"],
      rows: ids.map((id) => ({
        id: String(90_000 + id),
        case_name: `Party${id} v. Denby`,
        case_name_full: `Alice PARTY${id}, Plaintiff, v. DENBY & "SONS", INC.`,
        docket_number: `1:${String(id % 100).padStart(2, "0")}-cv-${String(id).padStart(5, "0")}`,
        court_id: COURTS[id % COURTS.length] ?? "scotus",
        date_filed: null,
        date_terminated: null,
      })),
    },
    citations: {
      columns: ["id", "volume", "reporter", "page", "type", "cluster_id"],
      rows: ids.flatMap((id) => [
        {
          id: String(2 * id),
          volume: String(1 + (id % 9)),
          reporter: "Samp.",
          page: String(id),
          type: "1",
          cluster_id: String(id),
        },
        {
          id: String(2 * id + 1),
          volume: "77",
          reporter: "Samp. 2d",
          page: String(id),
          type: "1",
          cluster_id: String(id),
        },
      ]),
    },
    opinions: {
      columns: [
        "id",
        "author_str",
        "per_curiam",
        "joined_by_str",
        "type",
        "plain_text",
        "html_with_citations",
        "xml_harvard",
        "cluster_id",
      ],
      rows: opinionRows,
    },
  };
}

function opinionRow(id: number, clusterId: number, type: string, words: number): BulkRow {
  const text = Array.from({ length: words }, (_, at) => WORDS[(at * 7 + id) % WORDS.length]).join(" ");
  const xml = `<opinion type="majority"><p>It is "ordered" \\ in ${id}.\n <page-number citation-index="1" label="${clusterId + 1}">*${clusterId + 1}</page-number>${text}</p></opinion>`;
  return {
    id: String(id),
    author_str: type === "040dissent" ? "Vale" : "",
    per_curiam: "f",
    joined_by_str: "",
    type,
    plain_text: id % 2 === 0 ? "" : `${text} \\n "so ordered" in ${id}.`,
    html_with_citations: "",
    xml_harvard: id % 2 === 0 ? xml : "",
    cluster_id: String(clusterId),
  };
}
