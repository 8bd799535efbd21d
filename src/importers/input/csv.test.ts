import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CsvRow, CsvScanner, openCsv } from "./csv.ts";
import type { CsvFault, CsvTable } from "./csv.ts";

const LIMITS = { field_bytes_max: 1000, row_bytes_max: 3000 };

/** Reads a text cut into pieces at the given places. */
function scan(text: string | Buffer, cuts: readonly number[] = [], limits = LIMITS): (CsvRow | CsvFault)[] {
  const bytes = Buffer.from(text as string);
  const scanner = new CsvScanner(limits);
  const edges = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const rows = edges.slice(1).flatMap((edge, index) => scanner.push(bytes.subarray(edges[index], edge)));
  return [...rows, ...scanner.end()];
}

function cells(row: CsvRow | CsvFault | undefined): (string | null)[] {
  if (!(row instanceof CsvRow)) throw new Error(`a fault: ${JSON.stringify(row)}`);
  return Array.from({ length: row.width }, (_, column) => row.text(column));
}

function writtenCell(text: string | null): string {
  return text === null ? "" : `"${text.replace(/(["\\])/gu, "\\$1")}"`;
}

/** As PostgreSQL writes it. */
function written(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(writtenCell).join(",")}\n`).join("");
}

const HARD = [
  "",
  '"',
  "\\",
  '\\"',
  '""',
  ",",
  "\n",
  "\r\n",
  "\\n",
  "é",
  "\u{1f600}",
  "a",
  '<p class="x">',
  "NULL",
  " ",
];
const cellText = fc.array(fc.constantFrom(...HARD), { maxLength: 6 }).map((parts) => parts.join(""));
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(fc.option(cellText), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  );

describe("CSV as PostgreSQL's COPY writes it", () => {
  test("what was written is read, wherever the stream is cut", () => {
    fc.assert(
      fc.property(table, fc.array(fc.nat(), { maxLength: 8 }), (rows, cuts) => {
        expect(scan(written(rows), cuts).map(cells)).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });

  test("csv-parse reads the same", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const text = written(rows);
        const expected = parse(text, {
          quote: '"',
          escape: "\\",
          cast: (value, { quoting }) => (quoting || value !== "" ? value : null),
        });
        expect(scan(text).map(cells)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("rows and lines are counted from the header", () => {
    const rows = scan('id,a\n"1","x\ny"\n"2","z"\n');
    expect(rows.map(({ row, line }) => [row, line])).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
    ]);
  });

  test("line ends of Windows, an empty line, and a last row without its end", () => {
    for (const cut of [0, 3, 4, 5, 9, 10, 11]) {
      expect(scan('a,b\r\n"1",\r\n\r\n"2","3"', [cut]).map(cells)).toEqual([
        ["a", "b"],
        ["1", null],
        ["2", "3"],
      ]);
    }
  });

  test("a field above the limit costs its own row only, and no memory", () => {
    const scanner = new CsvScanner({ field_bytes_max: 1000, row_bytes_max: 3000 });
    const piece = Buffer.alloc(64 * 1024, "x");
    const rows = scanner.push(Buffer.from('id,text\n"7","'));
    const before_bytes = process.memoryUsage().arrayBuffers;
    for (let sent_bytes = 0; sent_bytes < 200e6; sent_bytes += piece.length) rows.push(...scanner.push(piece));
    expect(process.memoryUsage().arrayBuffers - before_bytes).toBeLessThan(10e6);
    rows.push(...scanner.push(Buffer.from('"\n"8","short"\n')));
    expect(rows[1]).toMatchObject({
      row: 1,
      line: 2,
      firstField: "7",
      reason: expect.stringContaining("column 2") as string,
    });
    expect((rows[1] as CsvFault).bytes).toBeGreaterThan(200e6);
    expect(cells(rows[2])).toEqual(["8", "short"]);
  });

  test("many fields, each within the limit, above the limit of a row", () => {
    const wide = ["1", ...Array.from({ length: 4 }, () => "y".repeat(900))];
    for (const cuts of [[], [950, 1900, 2850]]) {
      const [row, next] = scan(written([wide, ["2", "", "", "", ""]]), cuts);
      expect(row).toMatchObject({ firstField: "1", reason: expect.stringContaining("the row has more") as string });
      expect(cells(next)[0]).toBe("2");
    }
  });

  test.each([
    ['a,b\n"1"x,"2"\n"3","4"\n', "follows the closing quote"],
    ['a,b\n"1","say ""hi"""\n"3","4"\n', "follows the closing quote"],
  ])("a fault in one row leaves the next whole: %j", (text, reason) => {
    const [, fault, next] = scan(text);
    expect(fault).toMatchObject({ row: 1, reason: expect.stringContaining(reason) as string });
    expect(cells(next)).toEqual(["3", "4"]);
  });

  test("a quote never closed is told with the line it was opened on", () => {
    const [, fault] = scan('a,b\n"1","never\nclosed\n');
    expect(fault).toMatchObject({
      line: 2,
      firstField: "1",
      reason: expect.stringContaining("never closed") as string,
    });
  });
});

function open(text: string | Buffer): Promise<CsvTable> {
  async function* chunks(): AsyncGenerator<Buffer> {
    yield Buffer.from(text as string);
  }
  return openCsv("opinions.csv", chunks(), ["id", "type"], LIMITS);
}

describe("the header", () => {
  test("columns in any order, with a byte order mark", async () => {
    const { columns, rows } = await open('\u{feff}type,extra,id\n"lead",,"5"\n');
    const { value } = (await rows.next()) as { value: readonly CsvRow[] };
    expect(value[0]?.text(columns.get("id"))).toBe("5");
    expect(value[0]?.text(columns.get("missing"))).toBeNull();
  });

  test.each([
    ["", "is empty"],
    ["id,kind\n", "lacks the column type"],
    [Buffer.from("\u{feff}id,type\n", "utf16le"), "UTF-16"],
    [Buffer.from([0x42, 0x5a, 0xff, 0xfe, 0x0a]), "does not begin with a CSV header"],
  ])("refused: %j", async (text, message) => {
    await expect(open(text)).rejects.toThrow(message);
  });

  test("rows of the wrong width or encoding are faults", async () => {
    const { rows } = await open(
      Buffer.concat([Buffer.from('id,type\n"1"\n"2","'), Buffer.from([0xe9]), Buffer.from('"\n"3","lead"\n')]),
    );
    const found: (CsvRow | CsvFault)[] = [];
    for await (const group of rows) found.push(...group);
    expect(found.map((row) => (row instanceof CsvRow ? "row" : row.reason))).toEqual([
      "1 fields where the header has 2",
      "the row is not valid UTF-8",
      "row",
    ]);
  });
});
