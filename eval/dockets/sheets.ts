import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { zstdDecompressSync } from "node:zlib";
import { extract } from "tar-stream";
import { courtById } from "#courts/courts.ts";
import { foldSightings } from "#dockets/fold/fold.ts";
import type { DocketSighting } from "#dockets/model.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { decodePage } from "#dockets/pages/decode.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { readArchiveXml } from "#importers/recap/archive-xml.ts";
import type { DocketView, EntryWithDocuments } from "#research/dockets/model.ts";
import { UNNAMED } from "#research/dockets/views.ts";
import { SHARED_DATA } from "../../test/real/shared-data.ts";

export type Sheet = {
  readonly view: DocketView;
  readonly entries: readonly EntryWithDocuments[];
  readonly isWhole: boolean;
};

/** Real dockets, from a court's own page or an archive's file, as they are asked when they are held. */
export async function sheetsOf(files: Iterable<string>): Promise<Map<string, Sheet>> {
  const stems = new Map([...files].map((file) => [stemOf(file), file]));
  const sheets = new Map<string, Sheet>();
  for (const archive of ["pacer-pages", "more-pages"]) {
    const members = extract();
    Readable.from([zstdDecompressSync(readFileSync(join(SHARED_DATA, `dockets/${archive}.tar.zst`)))]).pipe(members);
    for await (const member of members) {
      const parts: Buffer[] = [];
      for await (const part of member) parts.push(part as Buffer);
      const path = member.header.name.replace(/^\.\//u, "");
      const file = stems.get(stemOf(path));
      if (file !== undefined && !path.endsWith(".json")) sheets.set(file, sheetOf(path, Buffer.concat(parts)));
    }
  }
  for (const file of stems.values()) if (!sheets.has(file)) throw new Error(`${file} is in no archive`);
  return sheets;
}

const stemOf = (path: string): string => path.replace(/\.\w+$/u, "");

function sightingsIn(path: string, bytes: Buffer): readonly DocketSighting[] {
  if (path.endsWith(".xml")) {
    const read = readArchiveXml(bytes, path);
    if ("reject" in read) throw new Error(`${path}: ${read.reject.message}`);
    return read.seen.map(({ sighting }) => sighting);
  }
  const courtId = courtOfHost(basename(path).split(/[_.-]/u)[0] ?? "");
  const read = readPage(decodePage(bytes), { source: "eval", place: null, courtId, asOf: null, fetchedAt: null });
  if (read.kind !== "record") throw new Error(`${path} is no docket`);
  return read.sightings;
}

function sheetOf(path: string, bytes: Buffer): Sheet {
  const folded = foldSightings(sightingsIn(path, bytes).map((sighting, at) => ({ ...sighting, id: String(at) })));
  const { facts, entries: lines, ...rest } = folded;
  const docket = { ...facts, ...rest, id: path, caseId: path };
  const caseName = docket.caption ?? UNNAMED;
  const courtName = courtById(docket.courtId)?.fullName ?? docket.courtId;
  const entries = lines.map((entry, ordinal) => ({
    ...entry,
    id: String(ordinal),
    docketId: path,
    ordinal,
    filings: [],
  }));
  const view = { docket, caseId: path, caseName, courtName, slug: "", isInvented: false, hasSheet: true };
  return { view, entries, isWhole: true };
}
