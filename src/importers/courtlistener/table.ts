import { basename } from "node:path";
import { LIMITS } from "#base/limits.ts";
import { openCsv } from "../input/csv.ts";
import type { CsvRow, CsvTable } from "../input/csv.ts";
import { openInput } from "../input/open.ts";
import type { Input } from "../input/open.ts";

/** A cell of a row by column name; null for NULL, for an empty one and for a column the file lacks. */
export type Cell = (column: string) => string | null;

export function cellsOf(row: CsvRow, columns: ReadonlyMap<string, number>): Cell {
  return (column) => {
    const text = row.text(columns.get(column));
    return text === null || text === "" ? null : text;
  };
}

export type OpenTable = CsvTable & { readonly input: Input; readonly label: string };

/** Opens a bulk file, whatever its compression, and checks its header. The caller closes `input`. */
export async function openTable(path: string, required: readonly string[]): Promise<OpenTable> {
  const input = openInput(path);
  const label = basename(path);
  try {
    const limits = { field_bytes_max: LIMITS.import_field_bytes_max, row_bytes_max: 2 * LIMITS.import_field_bytes_max };
    return { ...(await openCsv(label, input.chunks, required, limits)), input, label };
  } catch (thrown) {
    await input.close();
    throw thrown;
  }
}

/** Refuses a file that lacks a column, before anything else is done with it. */
export async function checkTable(path: string, required: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { input, columns } = await openTable(path, required);
  await input.close();
  return columns;
}
