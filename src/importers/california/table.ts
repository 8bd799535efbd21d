import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A row of a table by the names of its columns; `NULL` is null. */
export type Row<Column extends string> = Readonly<Record<Column, string | null>>;

/** Columns of the tables, in the order of their files (`capublic.sql`). */
export const TOC = [
  "law_code",
  "division",
  "title",
  "part",
  "chapter",
  "article",
  "heading",
  "active_flg",
  "trans_uid",
  "trans_update",
  "node_sequence",
  "node_level",
  "node_position",
  "node_treepath",
] as const;
export const TOC_SECTIONS = [
  "id",
  "law_code",
  "node_treepath",
  "section_num",
  "section_order",
  "title",
  "op_statues",
  "op_chapter",
  "op_section",
  "trans_uid",
  "trans_update",
  "law_section_version_id",
] as const;
export const SECTIONS = [
  "id",
  "law_code",
  "section_num",
  "op_statues",
  "op_chapter",
  "op_section",
  "effective_date",
  "law_section_version_id",
  "division",
  "title",
  "part",
  "chapter",
  "article",
  "history",
  "lob_file",
  "active_flg",
  "trans_uid",
  "trans_update",
] as const;

/** The cells of a line: parted by tabs, text in back-quotes, `NULL` bare. */
export function cellsOf(line: string): readonly (string | null)[] {
  const cells: (string | null)[] = [];
  for (let at = 0; at <= line.length;) {
    if (line[at] === "`") {
      let end = line.indexOf("`", at + 1);
      // A back-quote within a text is followed by more of it.
      while (end !== -1 && end + 1 < line.length && line[end + 1] !== "\t") end = line.indexOf("`", end + 1);
      const close = end === -1 ? line.length : end;
      cells.push(line.slice(at + 1, close));
      at = close + 2;
    } else {
      const tab = line.indexOf("\t", at);
      const end = tab === -1 ? line.length : tab;
      const cell = line.slice(at, end);
      cells.push(cell === "NULL" || cell === "\\N" ? null : cell);
      at = end + 1;
    }
  }
  return cells;
}

/** The rows of a file, one a line; `told` is undefined of a line with fewer cells than there are columns. */
export async function* rowsOf<Column extends string>(
  path: string,
  columns: readonly Column[],
): AsyncGenerator<{ readonly line: number; readonly bytes: number; readonly told: Row<Column> | undefined }> {
  const input = createReadStream(path, "utf8");
  try {
    let line = 0;
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      line += 1;
      if (text === "") continue;
      const cells = cellsOf(text);
      const isWhole = cells.length >= columns.length;
      const told = isWhole
        ? (Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])) as Row<Column>)
        : undefined;
      yield { line, bytes: Buffer.byteLength(text) + 1, told };
    }
  } finally {
    input.destroy();
  }
}
