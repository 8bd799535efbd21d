import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { citingIds } from "./citing-ids.ts";
import { rowsOfReadings } from "./edges.ts";
import type { RowsOfReadings } from "./edges.ts";
import type { ReadOpinion } from "./read-stored.ts";

/** Of these readings, the opinions whose kept rows say the same already: neither index nor standings need to hear of them. */
export async function unchangedOpinions(db: Reader, readings: readonly ReadOpinion[]): Promise<ReadonlySet<string>> {
  const ids = await citingIds(
    db,
    readings.map(({ opinionId }) => opinionId),
  );
  const kept = byOpinion(await keptRows(db, [...ids.values()]));
  const made = byOpinion(await rowsOfReadings(db, readings, ids));
  const unchanged = readings.filter(({ opinionId }) => {
    const id = ids.get(opinionId);
    return id !== undefined && textOf(kept.get(id)) === textOf(made.get(id));
  });
  return new Set(unchanged.map(({ opinionId }) => opinionId));
}

async function keptRows(db: Reader, citingNumbers: readonly number[]): Promise<RowsOfReadings> {
  const rows: { [Kind in keyof RowsOfReadings]: RowsOfReadings[Kind][number][] } = { edges: [], keys: [], laws: [] };
  for (const ids of inParts(citingNumbers)) {
    rows.edges.push(...(await db.selectFrom("citing_edges").selectAll().where("citing_id", "in", ids).execute()));
    rows.keys.push(...(await db.selectFrom("citing_keys").selectAll().where("citing_id", "in", ids).execute()));
    rows.laws.push(...(await db.selectFrom("citing_laws").selectAll().where("citing_id", "in", ids).execute()));
  }
  return rows;
}

function byOpinion({ edges, keys, laws }: RowsOfReadings): ReadonlyMap<number, readonly string[]> {
  const lines = new Map<number, string[]>();
  for (const row of [...edges, ...keys, ...laws]) {
    const ofOpinion = lines.get(row.citing_id) ?? [];
    ofOpinion.push(lineOf(row));
    lines.set(row.citing_id, ofOpinion);
  }
  return lines;
}

/** How an edge counts follows from its works and is no part of the reading. */
function lineOf(row: object): string {
  const members = Object.entries(row)
    .filter(([name]) => name !== "counts_as" && name !== "place")
    .map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value])
    .toSorted(([one], [other]) => ((one as string) < (other as string) ? -1 : 1));
  return JSON.stringify(members);
}

function textOf(lines: readonly string[] = []): string {
  return lines.toSorted().join("\n");
}
