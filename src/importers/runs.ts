import type { Reader } from "#db/connection.ts";
import { LAW_SOURCE_NAMES } from "./law-sources.ts";
import { RECAP } from "#dockets/archive/seen.ts";
import { SAMPLE_DOCKETS } from "./recap/docket-item.ts";
import { PACER } from "./pacer/pacer.ts";
import { SOURCE_NAMES } from "./sources.ts";
import { SAMPLE_FILINGS, TRIAL_FILINGS } from "./trial-filings/trial-filings.ts";

const AGAIN = " --again";

/** How a run names what it imports: the same name goes on where it was interrupted. */
export function inputName(paths: readonly string[], again: boolean, choice = ""): string {
  return paths.join(" ") + choice + (again ? AGAIN : "");
}

/** An import as it was begun; `finishedAt` null: it runs, or was interrupted. Moments are ISO 8601 UTC. */
export type ImportRun = {
  readonly source: string;
  readonly input: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** How many rows were read, so far. */
  readonly rowsRead: number | null;
};

/** The last ones, newest first. */
export async function recentRuns(db: Reader, limit: number): Promise<ImportRun[]> {
  const rows = await db.selectFrom("import_runs").selectAll().orderBy("id", "desc").limit(limit).execute();
  return rows.map(({ source, input, started_at, finished_at, counts }) => {
    const { rowsRead } = JSON.parse(counts) as { readonly rowsRead?: number };
    return { source, input, startedAt: started_at, finishedAt: finished_at, rowsRead: rowsRead ?? null };
  });
}

/** The command that cleans the opinions of each source anew, as it was imported last. */
export async function commandsAgain(db: Reader): Promise<Map<string, string>> {
  const runs = await db.selectFrom("import_runs").select(["source", "input"]).orderBy("id").execute();
  const others = new Set<string>([...LAW_SOURCE_NAMES, TRIAL_FILINGS, SAMPLE_FILINGS, RECAP, SAMPLE_DOCKETS, PACER]);
  const ofOpinions = runs.filter(({ source }) => !others.has(source));
  return new Map(ofOpinions.map(({ source, input }) => [source, commandAgain(source, input)]));
}

function commandAgain(source: string, input: string): string {
  if (source === "sample") return "onpoint sample load";
  const paths = input.endsWith(AGAIN) ? input.slice(0, -AGAIN.length) : input;
  const isKnown = SOURCE_NAMES.some((name) => name === source);
  const collection = isKnown ? "" : ` --collection ${source}`;
  return `onpoint import ${isKnown ? source : "jsonl"} ${paths}${collection}${AGAIN}`;
}
