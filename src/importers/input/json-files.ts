import { LIMITS } from "#base/limits.ts";
import { OnpointError, messageOf } from "#base/errors.ts";
import type { OpenPart, Place, RejectReason, Row, SourcePart } from "../frame/source.ts";
import { archiveAt, KNOWN_ARCHIVES } from "./archive.ts";
import { filesIn, inGroups, isDirectoryAt } from "./files.ts";
import type { Files } from "./files.ts";

/** A JSON document of a directory or an archive; `text` is undefined when it is larger than a row may be. */
export type JsonFile = { readonly path: string; readonly bytes: number; readonly text: string | undefined };
/** What becomes of one document; its place and size are filled in. */
export type ToItem<Item extends Row> = (file: JsonFile, place: Place) => Item;

const FILES_PER_GROUP = 64;

/** The JSON documents at a path, a directory or an archive, as one part. `isWanted` judges by the path inside it. */
export async function jsonFilesPart<Item extends Row>(
  path: string,
  isWanted: (path: string) => boolean,
  toItem: ToItem<Item>,
): Promise<SourcePart<Item>> {
  const wanted = { isWanted, file_bytes_max: LIMITS.import_field_bytes_max };
  if (await isDirectoryAt(path)) return partOf(await filesIn(path, wanted), toItem);
  const archive = await archiveAt(path, wanted);
  if (archive !== undefined) return partOf(archive, toItem);
  throw new OnpointError("unsupported", `${path} is neither a directory nor an archive`, {
    hint: `give a directory or an archive (${KNOWN_ARCHIVES}); unpack anything else first`,
  });
}

function partOf<Item extends Row>({ open, ...of }: Files, toItem: ToItem<Item>): SourcePart<Item> {
  return {
    ...of,
    open: async (afterRow): Promise<OpenPart<Item>> => {
      const { files, ...opened } = open(afterRow);
      const groups = inGroups(files, { afterRow, size: FILES_PER_GROUP }, ({ path, size_bytes, bytes }, place) =>
        toItem({ path, bytes: size_bytes, text: bytes?.toString("utf8") }, place),
      );
      return { ...opened, groups };
    },
  };
}

/** The document's value, or why it is none. */
export function parseJson(file: JsonFile): { readonly value: unknown } | { readonly reject: RejectReason } {
  if (file.text === undefined) {
    const limit_mb = Math.floor(LIMITS.import_field_bytes_max / 1e6);
    return {
      reject: {
        reason: "too_large",
        message: `the document has ${Math.ceil(file.bytes / 1e6)} MB`,
        hint: `a document may have ${limit_mb} MB; split it`,
      },
    };
  }
  try {
    return { value: JSON.parse(file.text) as unknown };
  } catch (thrown) {
    return {
      reject: {
        reason: "bad_json",
        message: messageOf(thrown).slice(0, 300),
        hint: "one JSON object in UTF-8 is expected",
      },
    };
  }
}
