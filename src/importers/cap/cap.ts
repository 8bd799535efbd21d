import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import { rowInTime } from "../frame/rows-in-time.ts";
import { ZIP } from "../input/archive.ts";
import { isDirectoryAt } from "../input/files.ts";
import { jsonFilesPart, parseJson } from "../input/json-files.ts";
import type { JsonFile } from "../input/json-files.ts";
import type { PrepareContext, PreparedSource, SourceItem, SourcePart } from "../source.ts";
import { mapCapCase } from "./case-json.ts";

/** `<reporter>/<volume>/cases/<page>-<n>.json`, at any depth. */
const CASE_FILE = /(?:^|\/)cases\/[^/]+\.json$/u;

/** The Caselaw Access Project: a directory or an archive of volumes, a JSON file for each case. */
export async function prepareCap({ paths }: PrepareContext): Promise<PreparedSource> {
  const parts: SourcePart[] = [];
  for (const path of (await Promise.all(paths.map(volumesAt))).flat())
    parts.push(await jsonFilesPart(path, (inside) => CASE_FILE.test(inside), caseItem));
  if (parts.every(({ size_bytes }) => size_bytes === 0)) {
    throw new OnpointError("invalid_input", `no cases in ${paths.join(", ")}`, {
      hint: "expected the layout of static.case.law: <reporter>/<volume>/cases/*.json, or its zip archives of volumes",
    });
  }
  return { source: "cap", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

/** The path, and the zip archives below it where it is a directory: the project publishes one for each volume. */
async function volumesAt(path: string): Promise<string[]> {
  if (!(await isDirectoryAt(path))) return [path];
  const names = (await readdir(path, { recursive: true })).filter((name) => ZIP.test(name));
  return [path, ...names.toSorted().map((name) => join(path, name))];
}

function caseItem(file: JsonFile, place: SourceItem["place"]): SourceItem {
  const parsed = parseJson(file);
  const base = { place, bytes: file.bytes, whole: true };
  if ("reject" in parsed) return { ...base, sourceId: null, opinions: [], rejects: [parsed.reject] };
  const empty: SourceItem = { ...base, sourceId: file.path, opinions: [], rejects: [] };
  return rowInTime<SourceItem>(() => ({ ...base, ...mapCapCase(parsed.value) }), empty);
}
