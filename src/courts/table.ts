import { readFileSync } from "node:fs";

import { OnpointError } from "#base/errors.ts";

import { CIRCUITS, COURT_LEVELS, JURISDICTIONS } from "./model.ts";
import type { Court } from "./model.ts";

const COLUMNS = [
  "id",
  "full_name",
  "abbreviation",
  "jurisdiction",
  "state",
  "level",
  "in_use",
  "start",
  "end",
  "records_court",
  "appeals_to",
  "circuit",
  "part_of",
  "variants",
] as const;

/**
 * Reads `courts.tsv`: a header line, then one court a line. Lists of ids are separated by spaces, variants by
 * `; `; an empty cell is null. Throws `corrupt` with the line number where a cell is not what its column wants.
 */
export function readCourtTable(path: URL): Court[] {
  const lines = readFileSync(path, "utf8")
    .replace(/\r?\n$/u, "")
    .split("\n");
  if (lines[0] !== COLUMNS.join("\t"))
    throw new OnpointError("corrupt", "courts.tsv: line 1 is not the expected header");
  return lines.slice(1).map((line, index) => courtOfLine(line, index + 2));
}

function courtOfLine(line: string, lineNumber: number): Court {
  const cells = line.split("\t");
  const cell = (column: number): string => cells[column] ?? "";
  if (cells.length !== COLUMNS.length) throw fault(lineNumber, `${cells.length} cells where ${COLUMNS.length} belong`);
  return {
    id: cell(0),
    fullName: cell(1),
    abbreviation: cell(2),
    jurisdiction: oneOf(JURISDICTIONS, cell(3), lineNumber),
    state: cell(4),
    level: oneOf(COURT_LEVELS, cell(5), lineNumber),
    inUse: oneOf(["0", "1"], cell(6), lineNumber) === "1",
    startDate: cell(7) || null,
    endDate: cell(8) || null,
    federalRecordsCourtId: cell(9) || null,
    appealsTo: listOf(cell(10), " "),
    circuit: cell(11) === "" ? null : oneOf(CIRCUITS, cell(11), lineNumber),
    partOf: cell(12) || null,
    variants: listOf(cell(13), "; "),
  };
}

function listOf(cell: string, separator: string): string[] {
  return cell === "" ? [] : cell.split(separator);
}

function oneOf<Value extends string>(allowed: readonly Value[], cell: string, lineNumber: number): Value {
  const value = allowed.find((candidate) => candidate === cell);
  if (value === undefined) throw fault(lineNumber, `"${cell}" is not one of ${allowed.join(", ")}`);
  return value;
}

function fault(lineNumber: number, what: string): OnpointError {
  return new OnpointError("corrupt", `courts.tsv: line ${lineNumber}: ${what}`);
}
