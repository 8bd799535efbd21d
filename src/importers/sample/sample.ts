import { fileURLToPath } from "node:url";
import { OnpointError } from "#base/errors.ts";
import { rowInTime } from "../frame/rows-in-time.ts";
import { jsonFilesPart, parseJson } from "../input/json-files.ts";
import type { JsonFile } from "../input/json-files.ts";
import { mapDecision } from "../jsonl/decision.ts";
import type { PrepareContext, PreparedSource, SourceItem } from "../source.ts";

export const SAMPLE_SOURCE = "sample";

const SAMPLE_DIR = fileURLToPath(new URL("../../../sample/decisions", import.meta.url));

/** The invented sample corpus, a JSON file for each decision in the form of the `jsonl` format. */
export async function prepareSample({ paths }: PrepareContext): Promise<PreparedSource> {
  const [directory = SAMPLE_DIR] = paths;
  const part = await jsonFilesPart(directory, (path) => path.endsWith(".json"), sampleItem);
  if (part.size_bytes === 0) throw new OnpointError("not_found", `no sample decisions in ${directory}`);
  return {
    source: SAMPLE_SOURCE,
    parts: [part],
    notes: [],
    finish: async () => undefined,
    close: async () => undefined,
  };
}

function sampleItem(file: JsonFile, place: SourceItem["place"]): SourceItem {
  const parsed = parseJson(file);
  const base = { place, bytes: file.bytes, whole: true };
  if ("reject" in parsed) return { ...base, sourceId: null, opinions: [], rejects: [parsed.reject] };
  const empty: SourceItem = { ...base, sourceId: file.path, opinions: [], rejects: [] };
  return rowInTime<SourceItem>(() => ({ ...base, ...mapDecision(SAMPLE_SOURCE, parsed.value) }), empty);
}
