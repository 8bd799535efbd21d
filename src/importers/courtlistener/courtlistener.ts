import { choiceName, isOfAll } from "../choice.ts";
import { courtOf } from "../court-of.ts";
import { rowsInTime } from "../frame/rows-in-time.ts";
import { CsvRow } from "../input/csv.ts";
import type { CsvFault, CsvTable } from "../input/csv.ts";
import { fileStamp } from "../input/open.ts";
import { TEXT_COLUMNS } from "#opinions/clean/text-columns.ts";
import { OnpointError } from "#base/errors.ts";
import type { OpenPart, PrepareContext, PreparedSource, SourceItem, SourcePart } from "../source.ts";
import { CLUSTER_COLUMNS_REQUIRED, isWanted, mapCluster } from "./cluster-row.ts";
import type { ClusterSources } from "./cluster-row.ts";
import { findBulkFiles } from "./files.ts";
import { mapOpinion, OPINION_COLUMNS_REQUIRED } from "./opinion-row.ts";
import { stage } from "./staging.ts";
import type { Choosing, Staging } from "./staging.ts";
import { cellsOf, checkTable, openTable } from "./table.ts";
import type { Cell } from "./table.ts";

/**
 * CourtListener's bulk files. Dockets and citations are first laid out by key; then the clusters file becomes
 * decisions, each joined with its docket and citations; then the opinions file is read front to back.
 */
export async function prepareCourtListener(context: PrepareContext): Promise<PreparedSource> {
  const { paths, notes } = await findBulkFiles(context.paths);
  const [clusters, opinions, courts, dockets, citations] = (
    ["opinion-clusters", "opinions", "courts", "dockets", "citations"] as const
  ).map((kind) => paths.get(kind));
  if (clusters !== undefined) await checkTable(clusters, CLUSTER_COLUMNS_REQUIRED);
  if (opinions !== undefined) await checkOpinions(opinions);
  const names = courts === undefined ? new Map<string, CourtName>() : await courtNames(courts);
  const beside = {
    courtName: (id: string) => names.get(id),
    hasDockets: dockets !== undefined,
    courtId: context.courtId,
  };
  const staging = await stage(context, { dockets, citations, choosing: choosingIn(context, clusters, beside) });
  if (staging.choice?.chosen === 0) {
    staging.close();
    await staging.remove();
    throw new OnpointError(
      "invalid_input",
      `none of the ${staging.choice.decisions} decisions is of the chosen courts and days`,
      {
        hint: "check --courts (ids such as scotus, ca9, cal) and --since",
      },
    );
  }
  const sources: ClusterSources = {
    docket: (id) => staging.docket(id),
    citations: (id) => staging.citations(id),
    ...beside,
  };
  const isPassedOver = (clusterId: string | null): boolean => clusterId !== null && !staging.isChosen(clusterId);
  const keeps = { case: dockets === undefined, citations: citations === undefined };
  const parts: SourcePart[] = [stagingFaults(staging)];
  if (clusters !== undefined) {
    parts.push(
      await tablePart(clusters, CLUSTER_COLUMNS_REQUIRED, (cell, base) =>
        isPassedOver(cell("id")) ? passedOver(cell, base) : clusterItem(cell, base, sources, keeps),
      ),
    );
  }
  if (opinions !== undefined)
    parts.push(
      await tablePart(opinions, OPINION_COLUMNS_REQUIRED, (cell, base) =>
        isPassedOver(cell("cluster_id")) ? passedOver(cell, base) : opinionItem(cell, base),
      ),
    );
  return {
    source: "courtlistener",
    parts,
    notes: [...notes, ...choiceNotes(staging)],
    finish: () => staging.remove(),
    close: async () => staging.close(),
  };
}

/** How the decisions that are wanted are told; undefined where all are. */
function choosingIn(
  { choice }: PrepareContext,
  clusters: string | undefined,
  beside: Pick<ClusterSources, "courtName" | "hasDockets" | "courtId">,
): Choosing | undefined {
  if (choice === undefined || isOfAll(choice)) return undefined;
  if (clusters === undefined) {
    throw new OnpointError("invalid_input", "decisions can be chosen only where the opinion-clusters file is given", {
      hint: "put it beside the others, or leave --courts and --since out",
    });
  }
  const courts = new Map<string, boolean>();
  return {
    name: choiceName(choice),
    clusters,
    isWanted: (cell, lookups) => isWanted(cell, { ...lookups, ...beside }, choice),
    isCourtWanted: (id) => {
      const known = courts.get(id);
      if (known !== undefined) return known;
      const found = courtOf(id, beside.courtName(id));
      const wanted = choice.courts === undefined || "reject" in found || choice.courts.includes(found.courtId);
      courts.set(id, wanted);
      return wanted;
    },
  };
}

function choiceNotes({ choice }: Staging): string[] {
  if (choice === undefined) return [];
  const { chosen, decisions } = choice;
  return [`${chosen} of ${decisions} decisions are of the chosen courts and days; the others are passed over`];
}

function passedOver(cell: Cell, base: ItemBase): SourceItem {
  return { ...base, sourceId: cell("id"), opinions: [], rejects: [] };
}

async function checkOpinions(path: string): Promise<void> {
  const columns = await checkTable(path, OPINION_COLUMNS_REQUIRED);
  if (TEXT_COLUMNS.some((name) => columns.has(name))) return;
  throw new OnpointError("invalid_input", `${path} has no column with text`, {
    hint: `one of these is wanted: ${TEXT_COLUMNS.join(", ")}`,
  });
}

type CourtName = { readonly name: string; readonly abbreviation: string };

async function courtNames(path: string): Promise<Map<string, CourtName>> {
  const { input, columns, rows } = await openTable(path, ["id", "full_name", "citation_string"]);
  const names = new Map<string, CourtName>();
  try {
    for await (const group of rows) {
      for (const row of group) {
        if (!(row instanceof CsvRow)) continue;
        const [id, name, abbreviation] = ["id", "full_name", "citation_string"].map((column) =>
          row.text(columns.get(column)),
        );
        if (id && name) names.set(id, { name, abbreviation: abbreviation ?? "" });
      }
    }
  } finally {
    await input.close();
  }
  return names;
}

type ItemBase = Pick<SourceItem, "place" | "bytes">;
type ToItem = (cell: Cell, base: ItemBase) => SourceItem;

async function tablePart(path: string, required: readonly string[], toItem: ToItem): Promise<SourcePart> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: key.slice(0, key.indexOf(":")),
    size_bytes,
    open: async (afterRow) => {
      const table = await openTable(path, required);
      return {
        groups: itemsOf(table, table.label, afterRow, toItem),
        bytesTaken: () => table.input.bytesTaken(),
        close: () => table.input.close(),
      };
    },
  };
}

async function* itemsOf(
  { columns, rows }: CsvTable,
  file: string,
  afterRow: number,
  toItem: ToItem,
): AsyncGenerator<readonly SourceItem[]> {
  for await (const group of rows) {
    const wanted = group.filter(({ row }) => row > afterRow);
    if (wanted.length > 0) {
      yield rowsInTime(
        wanted,
        (row) => itemOf(row, file, columns, toItem),
        (row) => ({ ...baseOf(row, file), sourceId: nameOf(row, columns), opinions: [], rejects: [] }),
      );
    }
  }
}

function baseOf({ row, line, bytes }: CsvRow | CsvFault, file: string): ItemBase {
  return { place: { file, row, line }, bytes };
}

function nameOf(row: CsvRow | CsvFault, columns: ReadonlyMap<string, number>): string | null {
  return row instanceof CsvRow ? row.text(columns.get("id")) || null : row.firstField;
}

function itemOf(
  row: CsvRow | CsvFault,
  file: string,
  columns: ReadonlyMap<string, number>,
  toItem: ToItem,
): SourceItem {
  const base = baseOf(row, file);
  if (!(row instanceof CsvRow)) return faultItem(base, row);
  return toItem(cellsOf(row, columns), base);
}

function faultItem(base: ItemBase, { firstField, reason, hint }: CsvFault): SourceItem {
  const rejects = [{ reason: "bad_row", message: reason, hint }];
  return { ...base, sourceId: firstField, opinions: [], rejects };
}

function clusterItem(
  cell: Cell,
  base: ItemBase,
  sources: ClusterSources,
  keeps: NonNullable<SourceItem["keeps"]>,
): SourceItem {
  const mapped = mapCluster(cell, sources);
  const item = { ...base, sourceId: cell("id"), opinions: [] };
  if ("reject" in mapped) return { ...item, rejects: [mapped.reject] };
  const { draft, courtFault } = mapped;
  return { ...item, cluster: draft, keeps: courtFault === undefined ? keeps : { ...keeps, courtFault }, rejects: [] };
}

function opinionItem(cell: Cell, base: ItemBase): SourceItem {
  const mapped = mapOpinion(cell);
  const item = { ...base, sourceId: cell("id") };
  return "reject" in mapped
    ? { ...item, opinions: [], rejects: [mapped.reject] }
    : { ...item, opinions: [mapped.raw], rejects: [] };
}

const FAULTS_PER_GROUP = 1000;

/** The rows of dockets and citations that could not be read, as a part of its own, so that they are counted once. */
function stagingFaults(staging: Staging): SourcePart {
  async function* groups(afterRow: number): AsyncGenerator<readonly SourceItem[]> {
    for (let after = afterRow; ;) {
      const faults = staging.faults(after, FAULTS_PER_GROUP);
      if (faults.length === 0) return;
      yield faults.map(({ file, ...fault }, index) =>
        faultItem({ place: { file, row: after + index + 1, line: fault.line }, bytes: 0 }, fault),
      );
      after += faults.length;
    }
  }
  return {
    key: "dockets-and-citations",
    label: "dockets and citations",
    size_bytes: 0,
    open: async (afterRow): Promise<OpenPart> => ({
      groups: groups(afterRow),
      bytesTaken: () => 0,
      close: async () => undefined,
    }),
  };
}
