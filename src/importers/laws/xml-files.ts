import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { messageOf, OnpointError, systemCodeOf } from "#base/errors.ts";
import type { LawCollection } from "#laws/model.ts";
import type { LawChange } from "#laws/store/write.ts";
import type { RejectReason } from "../frame/source.ts";
import { ZIP } from "../input/archive.ts";
import { fileStamp, openInput, withoutCompression } from "../input/open.ts";
import { listZip, openInZip } from "../input/zip.ts";
import type { ZippedFile } from "../input/zip.ts";
import { readXml } from "../xml/read-xml.ts";
import type { IsContainer, XmlEvent } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import type { LawItem, LawPart } from "./law-item.ts";

/** What a reader makes of one piece of a document. */
export type LawRow = {
  readonly collection: LawCollection;
  readonly sourceId: string | null;
  readonly changes: readonly LawChange[];
  readonly rejects?: readonly RejectReason[];
};

export type DocumentReader = {
  readonly isContainer: IsContainer;
  /** Tells rows as the document goes by. Throws XmlFault when it is not of the kind that is read here. */
  readonly rows: (events: AsyncIterable<XmlEvent>, path: string) => AsyncGenerator<LawRow>;
};

const ROWS_PER_GROUP = 64;

/** A file of XML; `within` is what it is in the zip archive at `path`. */
export type XmlFile = { readonly path: string; readonly within?: ZippedFile };

/** With the directories it stands in, as if an archive were one: some are named by a day. */
export function wholePathOf({ path, within }: XmlFile): string {
  return within === undefined ? path : join(path, within.name);
}

/** The files of XML at some paths, directories and zip archives with all in them, in the order of paths. */
export async function xmlFilesAt(paths: readonly string[]): Promise<XmlFile[]> {
  return documentsAt(paths, ".xml");
}

/** The same of HTML that is XML as well. */
export async function htmlFilesAt(paths: readonly string[]): Promise<XmlFile[]> {
  return documentsAt(paths, ".html");
}

async function documentsAt(paths: readonly string[], ending: ".xml" | ".html"): Promise<XmlFile[]> {
  const found: XmlFile[] = [];
  for (const path of paths) {
    const at = await stat(path).catch((thrown: unknown) => {
      if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
      throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
    });
    if (!at.isDirectory()) {
      found.push(...(await filesAt(path, ending)));
      continue;
    }
    const names = (await readdir(path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && (withoutCompression(entry.name).endsWith(ending) || ZIP.test(entry.name)))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const name of names.toSorted()) found.push(...(await filesAt(name, ending)));
  }
  if (found.length === 0) {
    throw new OnpointError(
      "invalid_input",
      `no files of ${ending === ".xml" ? "XML" : "HTML"} in ${paths.join(", ")}`,
      {
        hint: `expected files named *${ending}, plain or with .bz2, .gz or .zst, or zip archives of them`,
      },
    );
  }
  return found;
}

/** The file itself, or the documents of the archive that it is. */
async function filesAt(path: string, ending: string): Promise<XmlFile[]> {
  if (!ZIP.test(path)) return [{ path }];
  const files = (await listZip(path)).filter(({ name }) => name.endsWith(ending));
  return files.toSorted((left, right) => (left.name < right.name ? -1 : 1)).map((within) => ({ path, within }));
}

/** The beginning of a file, for what must be known before it is read. */
export async function headOf(file: XmlFile, chars: number): Promise<string> {
  let head = "";
  for await (const chunk of openChunks(file)) {
    head += chunk.toString("utf8");
    if (head.length >= chars) break;
  }
  return head.slice(0, chars);
}

/**
 * One document as a part of an import. It is read twice: first to its end, so that nothing of a file that is damaged or
 * of another kind is written, then for its rows.
 */
export async function documentPart(file: XmlFile, reader: DocumentReader, fallback: LawCollection): Promise<LawPart> {
  const { path, within } = file;
  const stamp = await fileStamp(path);
  const size_bytes = within?.size_bytes ?? stamp.size_bytes;
  return {
    key: `${wholePathOf(file)}:${stamp.key}`,
    label: basename(wholePathOf(file)),
    size_bytes,
    open: async (afterRow) => {
      const progress = { taken: 0 };
      return {
        groups: groupsOf(file, { reader, fallback, afterRow, size_bytes, progress }),
        bytesTaken: () => progress.taken,
        close: async () => undefined,
      };
    },
  };
}

type Reading = {
  readonly reader: DocumentReader;
  readonly fallback: LawCollection;
  readonly afterRow: number;
  readonly size_bytes: number;
  readonly progress: { taken: number };
};

async function* groupsOf(from: XmlFile, reading: Reading): AsyncGenerator<readonly LawItem[]> {
  const { reader, fallback, afterRow, size_bytes, progress } = reading;
  const file = basename(wholePathOf(from));
  const fault = await faultIn(from, reader);
  if (fault !== undefined) {
    const place = { file, row: 1 };
    const item = { place, sourceId: null, bytes: size_bytes, collection: fallback, changes: [], rejects: [fault] };
    progress.taken = size_bytes;
    if (afterRow < 1) yield [item];
    return;
  }
  let group: LawItem[] = [];
  let row = 0;
  let told = 0;
  for await (const made of reader.rows(readXml(openChunks(from, progress), reader.isContainer), wholePathOf(from))) {
    row += 1;
    if (row <= afterRow) continue;
    const bytes = sizeOf(made);
    told += bytes;
    group.push({ rejects: [], ...made, place: { file, row }, bytes });
    if (group.length < ROWS_PER_GROUP && told < 1024 * 1024) continue;
    yield group;
    group = [];
    told = 0;
  }
  if (group.length > 0) yield group;
}

/** Why a document is left out, or undefined when it can be read to its end. */
async function faultIn(file: XmlFile, reader: DocumentReader): Promise<RejectReason | undefined> {
  try {
    for await (const _ of reader.rows(readXml(openChunks(file), reader.isContainer), wholePathOf(file)));
    return undefined;
  } catch (thrown) {
    if (thrown instanceof XmlFault) return thrown.toReject();
    if (thrown instanceof OnpointError && thrown.code === "corrupt") {
      return { reason: "unreadable", message: messageOf(thrown), hint: thrown.hint ?? "look at the file" };
    }
    throw thrown;
  }
}

async function* openChunks({ path, within }: XmlFile, progress?: { taken: number }): AsyncGenerator<Buffer> {
  if (within !== undefined || withoutCompression(path) === path) {
    const chunks =
      within === undefined ? createReadStream(path, { highWaterMark: 256 * 1024 }) : openInZip(path, within);
    for await (const chunk of chunks) {
      if (progress !== undefined) progress.taken += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    return;
  }
  const input = openInput(path);
  try {
    for (let next = await input.chunks.next(); next.done !== true; next = await input.chunks.next()) {
      if (progress !== undefined) progress.taken = input.bytesTaken();
      yield next.value;
    }
  } finally {
    await input.close();
  }
}

function sizeOf({ changes }: LawRow): number {
  return changes.reduce((sum, change) => {
    if (change.kind !== "draft") return sum + 64;
    return sum + change.draft.html.length + (change.draft.notesHtml?.length ?? 0);
  }, 0);
}
