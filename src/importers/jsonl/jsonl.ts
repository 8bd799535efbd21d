import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import { linePart } from "../input/line-part.ts";
import { rowsInTime } from "../frame/rows-in-time.ts";
import { nameIn } from "../input/json-line.ts";
import type { Line } from "../input/lines.ts";
import { withoutCompression } from "../input/open.ts";
import type { PrepareContext, PreparedSource, RejectReason, SourceItem, SourcePart } from "../source.ts";
import { mapDecision } from "./decision.ts";

/** Names the program itself gives to sources. */
const RESERVED = new Set(["courtlistener", "cap", "sample"]);
const COLLECTION = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/u;

/** A firm's own decisions, one JSON object a line (docs/operating/import-jsonl.md). */
export async function prepareJsonl({ paths, collection = "jsonl" }: PrepareContext): Promise<PreparedSource> {
  if (!COLLECTION.test(collection) || RESERVED.has(collection)) {
    throw new OnpointError("invalid_input", `"${collection}" cannot name a collection`, {
      hint: "up to 40 small letters, digits and hyphens, and not courtlistener, cap or sample",
    });
  }
  const files = (await Promise.all(paths.map(filesOf))).flat();
  if (files.length === 0) {
    throw new OnpointError("invalid_input", `no .jsonl files in ${paths.join(", ")}`, {
      hint: "expected files named *.jsonl, plain or with .bz2, .gz or .zst",
    });
  }
  const parts = await Promise.all(files.map((path) => filePart(path, collection)));
  return { source: collection, parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => withoutCompression(name).endsWith(".jsonl"));
    return names.toSorted().map((name) => join(path, name));
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  }
}

function filePart(path: string, source: string): Promise<SourcePart> {
  const file = basename(path);
  return linePart(path, (lines) =>
    rowsInTime(
      lines,
      (line) => itemOf(line, file, source),
      (line) => ({ ...baseOf(line, file), sourceId: nameIn(line), opinions: [], rejects: [] }),
    ),
  );
}

function baseOf({ line, bytes }: Line, file: string): Pick<SourceItem, "place" | "bytes" | "whole"> {
  return { place: { file, row: line, line }, bytes, whole: true };
}

function itemOf(of: Line, file: string, source: string): SourceItem {
  const { bytes, text } = of;
  const base = baseOf(of, file);
  const left = (reject: RejectReason): SourceItem => ({ ...base, sourceId: null, opinions: [], rejects: [reject] });
  if (text === undefined) {
    const limit_mb = Math.floor(LIMITS.import_field_bytes_max / 1e6);
    return left({
      reason: "too_large",
      message: `the line has ${Math.ceil(bytes / 1e6)} MB`,
      hint: `a decision may have ${limit_mb} MB`,
    });
  }
  if (text === null) {
    return left({ reason: "bad_row", message: "the line is not valid UTF-8", hint: "convert the file to UTF-8 first" });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return left({
      reason: "bad_json",
      message: messageOf(thrown).slice(0, 300),
      hint: "each line is one whole JSON object; line breaks inside a text are written \\n",
    });
  }
  return { ...base, ...mapDecision(source, value) };
}
