import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { err, ok } from "#base/result.ts";
import { LIMITS } from "#base/limits.ts";
import { courtsOfLevel } from "#courts/levels.ts";
import { wordRefusal } from "#contracts/http-v1/codec/faults.ts";
import { unreadable } from "#search/read/unreadable.ts";
import type { DirectReference } from "./direct.ts";
import { parseQuery } from "./parse.ts";
import { QUERY_WORDS_MAX } from "./boolean/bounded-reading.ts";
import { MEMBERS_MAX } from "./boolean/proximity.ts";
import type { ResolveCourt } from "./reading.ts";
import { PASSAGE_WORDS_MAX, requiredOf } from "./plain.ts";
import { printQuery } from "./print.ts";

const page = readFileSync(new URL("../../../docs/api/query-language.md", import.meta.url), "utf8");
const further = readFileSync(new URL("../../../test/field/query-examples.md", import.meta.url), "utf8");
const COURTS: Record<string, string> = { ca9: "ca9", "2d Cir.": "ca2" };
const resolveCourt: ResolveCourt = (text) => {
  const ofLevel = courtsOfLevel(text);
  if (ofLevel !== undefined) return ok(ofLevel);
  const id = COURTS[text];
  return id === undefined ? err([]) : ok([id]);
};

/** Rows of every table whose heading starts with these columns; a code cell loses its backticks. */
function rowsUnder(...columns: readonly string[]): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of `${page}\n${further}`.split("\n")) {
    const cells = line.split(" | ").map((cell) =>
      cell
        .replace(/^\| | \|$/gu, "")
        .replace(/^`(.*)`$/u, "$1")
        .replaceAll("\\|", "|"),
    );
    if (!line.startsWith("|")) inside = false;
    else if (cells[0] === "example")
      inside = columns.every((column, index) => cells[index] === column) && cells.length === columns.length;
    else if (inside && !line.startsWith("|---")) rows.push(cells);
  }
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

function named(direct: DirectReference): string {
  if (direct.kind === "citation") return direct.citation;
  return direct.kind === "docket" ? direct.docket : direct.pin;
}

function readAs(query: string): string {
  const parsed = parseQuery(query, { resolveCourt });
  if (!parsed.ok) throw new Error(`${query}: ${JSON.stringify(parsed.error)}`);
  const { tree, operators } = parsed.value;
  // Beside the words of a plain query stands what only adds to the score: the page shows the words.
  const [words] = tree.kind === "or" && operators.length === 0 ? tree.children : [tree];
  return words === undefined ? "" : printQuery(words);
}

describe("every example of docs/api/query-language.md and test/field/query-examples.md", () => {
  const read = [
    ...rowsUnder("example", "read as"),
    ...rowsUnder("example", "read as", "means"),
    ...rowsUnder("example", "read as", "warning"),
  ];
  test.each(read)("%s", (example, printed) => {
    expect(readAs(example)).toBe(printed);
  });

  test.each(rowsUnder("example", "read as", "warning"))("%s warns", (example, _printed, warning) => {
    const parsed = parseQuery(example, { resolveCourt });
    expect(parsed.ok && parsed.value.notes).toEqual([warning]);
  });

  test.each(rowsUnder("example", "names"))("%s names a record", (example, names) => {
    const parsed = parseQuery(example, { resolveCourt });
    const direct = parsed.ok ? parsed.value.direct : undefined;
    expect(direct === undefined ? "" : `${direct.kind} ${named(direct)}`).toBe(names);
  });

  test.each(rowsUnder("example", "at", "why", "suggestion"))("%s is refused", (example, at, why, suggestion) => {
    const parsed = parseQuery(example, { resolveCourt });
    const faults = parsed.ok ? [] : parsed.error;
    const [fault] = faults;
    // The page is about the HTTP API, so the suggestion stands in the words of its contract.
    const { hint } = wordRefusal("search", unreadable(example, faults));
    expect([String((fault?.at.start ?? -1) + 1), fault?.message, hint]).toEqual([at, why, suggestion]);
  });
});

test("the numbers on the page are those of the code", () => {
  for (const limit of [LIMITS.query_chars_max, LIMITS.wildcard_expansions_max]) {
    expect(page).toContain(limit.toLocaleString("en-US"));
  }
  const row = (name: string): string | undefined => page.split("\n").find((line) => line.startsWith(`| ${name}`));
  expect(row("words of a query")).toContain(String(QUERY_WORDS_MAX));
  expect(row("parentheses and NOT")).toContain(String(LIMITS.query_depth_max));
  expect(row("words between")).toContain(String(LIMITS.proximity_span_max));
  expect(row("words and groups")).toContain(String(MEMBERS_MAX));
  expect(page).toContain(`first ${PASSAGE_WORDS_MAX} different words`);
  expect([1, 2, 3, 4, 5, 10, 12, 13, 20, 21, 60].map(requiredOf)).toEqual([1, 2, 2, 3, 3, 6, 7, 4, 5, 6, 15]);
});
