import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { LIMITS } from "#base/limits.ts";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { namesCase } from "#dockets/store/place.ts";
import { linePart } from "../input/line-part.ts";
import { rowInTime } from "../frame/rows-in-time.ts";
import type { Place, RejectReason } from "../frame/source.ts";
import { jsonFilesPart, parseJson } from "../input/json-files.ts";
import type { JsonFile } from "../input/json-files.ts";
import { fileStamp, openInput, withoutCompression } from "../input/open.ts";
import { noteIds, readArchiveJson } from "./archive-json.ts";
import type { ArchiveIds } from "./archive-json.ts";
import { readArchiveXml } from "./archive-xml.ts";
import type { DocketItem, DocketPart, PreparedDockets } from "./docket-item.ts";
import { RECAP } from "#dockets/archive/seen.ts";

/**
 * Dockets of the public archive: directories or tar archives of its JSON and XML files, and files of one JSON record a
 * line. The input is read twice, first for the ids by which entries and documents name their docket.
 */
export async function prepareRecap(paths: readonly string[], source: string = RECAP): Promise<PreparedDockets> {
  const ids: ArchiveIds = { dockets: new Map(), entries: new Map() };
  const toItem = (file: JsonFile, place: Place): DocketItem =>
    rowInTime(() => itemOf(file, place, ids), {
      place,
      bytes: file.bytes,
      sourceId: sourceIdOf(file.path),
      seen: [],
      rejects: [],
    });
  const parts = await Promise.all(paths.map(async (path) => partOf(path, toItem)));
  if (parts.every(({ size_bytes }) => size_bytes === 0))
    throw new OnpointError("invalid_input", `no dockets in ${paths.join(", ")}`, {
      hint: "expected files named *.json, *.xml or *.jsonl",
    });
  const looking = await Promise.all(paths.map(async (path) => partOf(path, (file, place) => noted(file, place, ids))));
  for (const part of looking) {
    const opened = await part.open(0);
    try {
      for await (const _ of opened.groups);
    } finally {
      await opened.close();
    }
  }
  return { source, parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

type ToItem = (file: JsonFile, place: Place) => DocketItem;

async function partOf(path: string, toItem: ToItem): Promise<DocketPart> {
  if (withoutCompression(path).endsWith(".jsonl")) return linesPart(path, toItem);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (thrown: unknown) => {
      if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
      throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
    },
  );
  if (isFile && /\.(?:json|xml)$/u.test(path)) return filePart(path, toItem);
  return jsonFilesPart(path, (name) => /\.(?:json|xml)$/u.test(name), toItem);
}

async function filePart(path: string, toItem: ToItem): Promise<DocketPart> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: async (afterRow) => ({
      groups: (async function* only(): AsyncGenerator<readonly DocketItem[]> {
        if (afterRow >= 1) return;
        const input = openInput(path);
        const chunks: Buffer[] = [];
        for (let next = await input.chunks.next(); next.done !== true; next = await input.chunks.next())
          chunks.push(next.value);
        await input.close();
        const text = size_bytes > LIMITS.import_field_bytes_max ? undefined : Buffer.concat(chunks).toString("utf8");
        yield [toItem({ path: basename(path), bytes: size_bytes, text }, { file: basename(path), row: 1 })];
      })(),
      bytesTaken: () => size_bytes,
      close: async () => undefined,
    }),
  };
}

function linesPart(path: string, toItem: ToItem): Promise<DocketPart> {
  const file = basename(path);
  return linePart(path, (lines) =>
    lines.map(({ line, bytes, text }) =>
      toItem({ path: file, bytes, text: text ?? undefined }, { file, row: line, line }),
    ),
  );
}

function itemOf(file: JsonFile, place: Place, ids: ArchiveIds): DocketItem {
  const base = { place, bytes: file.bytes, sourceId: sourceIdOf(file.path) };
  const left = (reject: RejectReason): DocketItem => ({ ...base, seen: [], rejects: [reject] });
  const told = (read: ReturnType<typeof readArchiveJson>): DocketItem => {
    if ("reject" in read) return left(read.reject);
    const isNamed = read.seen.every(({ sighting }) => namesCase(sighting));
    return isNamed ? { ...base, seen: read.seen, rejects: [] } : left(NO_CASE);
  };
  const where = place.line === undefined ? file.path : `${file.path}:${place.line}`;
  if (file.path.endsWith(".xml") && file.text !== undefined) {
    return told(readArchiveXml(Buffer.from(file.text), where));
  }
  const parsed = parseJson(file);
  if ("reject" in parsed) return left(parsed.reject);
  return told(readArchiveJson(parsed.value, ids, where));
}

const NO_CASE: RejectReason = {
  reason: "no_docket",
  message: "its docket has neither a number nor an id in the records system",
  hint: "one of them names the case",
};

/** The first reading keeps ids and makes nothing. */
function noted(file: JsonFile, place: Place, ids: ArchiveIds): DocketItem {
  const parsed = file.path.endsWith(".xml") ? undefined : parseJson(file);
  if (parsed !== undefined && "value" in parsed) noteIds(parsed.value, ids);
  return { place, bytes: file.bytes, sourceId: null, seen: [], rejects: [] };
}

/** `gov.uscourts.nysd.12345` of `gov.uscourts.nysd.12345.docket.json`. */
function sourceIdOf(path: string): string | null {
  return /gov\.uscourts\.[a-z0-9]+\.\d+/u.exec(path)?.[0] ?? null;
}
