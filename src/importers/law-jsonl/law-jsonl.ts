import { basename } from "node:path";
import { LIMITS } from "#base/limits.ts";
import type { LawCollection } from "#laws/model.ts";
import type { RejectReason } from "../frame/source.ts";
import { rowsInTime } from "../frame/rows-in-time.ts";
import { nameIn, valueOfLine } from "../input/json-line.ts";
import { readLines } from "../input/lines.ts";
import type { Line } from "../input/lines.ts";
import { fileStamp, openInput } from "../input/open.ts";
import type { LawContext, LawItem, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { schemaReject } from "../validation.ts";
import { collectionOf, draftOfLine, LINE } from "./line.ts";

/**
 * Laws of any state, one JSON object a line: collections, and after each its laws (docs/operating/import-laws.md).
 * Their records bear the name of the source.
 */
export async function prepareLawJsonl({ paths }: LawContext, source = "law-jsonl"): Promise<PreparedLaws> {
  const parts = await Promise.all(paths.map(async (path) => filePart(path, source)));
  return { source, parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

async function filePart(path: string, source: string): Promise<LawPart> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: async (afterRow) => {
      const input = openInput(path);
      return {
        groups: itemsOf(
          readLines(input.chunks, LIMITS.import_field_bytes_max),
          { file: basename(path), source },
          afterRow,
        ),
        bytesTaken: () => input.bytesTaken(),
        close: () => input.close(),
      };
    },
  };
}

const NOWHERE: LawCollection = {
  id: "",
  name: "",
  type: "statute",
  state: "",
  country: "US",
  publisher: null,
  source: "law-jsonl",
  sourceUrl: null,
  currentThrough: null,
};

async function* itemsOf(
  groups: AsyncGenerator<readonly Line[]>,
  from: Origin,
  afterRow: number,
): AsyncGenerator<readonly LawItem[]> {
  // What an interrupted import has passed already is read again for its collections.
  const collections = new Map<string, LawCollection>();
  for await (const group of groups) {
    const items = rowsInTime(
      group.filter(({ text }) => text?.trim() !== ""),
      (line) => itemOf(line, from, collections),
      (line) => ({ ...baseOf(line, from), sourceId: nameIn(line) }),
    );
    const wanted = items.filter(({ place }) => place.row > afterRow);
    if (wanted.length > 0) yield wanted;
  }
}

type Origin = { readonly file: string; readonly source: string };

function baseOf({ line, bytes }: Line, { file }: Origin): LawItem {
  const place = { file, row: line, line };
  return { place, bytes, sourceId: null, collection: NOWHERE, changes: [], rejects: [] };
}

function itemOf(of: Line, from: Origin, collections: Map<string, LawCollection>): LawItem {
  const { source } = from;
  const base = baseOf(of, from);
  const left = (reject: RejectReason): LawItem => ({ ...base, rejects: [reject] });
  const parsed = valueOfLine(of);
  if ("reject" in parsed) return left(parsed.reject);
  const read = LINE.safeParse(parsed.value);
  if (!read.success) return left(schemaReject(read.error, "see docs/operating/import-laws.md for the fields"));
  if (read.data.kind === "collection") {
    const collection = collectionOf(read.data, source);
    collections.set(collection.id, collection);
    return { ...base, sourceId: collection.id, collection };
  }
  const collection = collections.get(read.data.collection);
  if (collection === undefined) {
    return left({
      reason: "unknown_collection",
      message: `no line before this one tells of the collection "${read.data.collection}"`,
      hint: "put the line of the collection before the lines of its laws",
    });
  }
  const draft = draftOfLine(read.data, collection);
  return { ...base, sourceId: draft.sourceId, collection, changes: [{ kind: "draft", draft }] };
}
