import { basename } from "node:path";
import { LIMITS } from "#base/limits.ts";
import { readLines } from "./lines.ts";
import type { Line } from "./lines.ts";
import { fileStamp, openInput } from "./open.ts";
import type { Row, SourcePart } from "../frame/source.ts";

/** A file whose every line is a row, plain or packed: lines that are blank, or were read by an interrupted run, are left out. */
export async function linePart<Item extends Row>(
  path: string,
  itemsOf: (lines: readonly Line[]) => readonly Item[],
): Promise<SourcePart<Item>> {
  const { key, size_bytes } = await fileStamp(path);
  return {
    key,
    label: basename(path),
    size_bytes,
    open: async (afterRow) => {
      const input = openInput(path);
      async function* groups(): AsyncGenerator<readonly Item[]> {
        for await (const group of readLines(input.chunks, LIMITS.import_field_bytes_max)) {
          const wanted = group.filter(({ line, text }) => line > afterRow && text?.trim() !== "");
          if (wanted.length > 0) yield itemsOf(wanted);
        }
      }
      return { groups: groups(), bytesTaken: () => input.bytesTaken(), close: () => input.close() };
    },
  };
}
