import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { claimsOf } from "../contract/sentences.ts";
import { faultOf } from "../held-by.ts";
import { lacksSharedData, SHARED_DATA } from "../shared-data.ts";

/**
 * The specification of the tools, sentence by sentence: each is held by a test or an example, waits for a part that is
 * not built, or claims nothing. Tests are named by their file and title, examples by contract, tool and name; the gate
 * before a commit runs both.
 */
type Row = {
  readonly key: string;
  readonly held: readonly string[];
  readonly notBuilt: readonly string[];
  readonly note: string;
};

/** What is waited for; all that the specification says is built. */
const PARTS: ReadonlySet<string> = new Set();
const WITHOUT_CLAIM = /^(?:introduction|states that it says nothing|advice to clients)/u;

function readRows(): Row[] {
  const [, ...lines] = readFileSync(new URL("./sentences.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [key = "", , held = "", notBuilt = "", note = ""] = line.split("\t");
    return { key, held: listed(held, " | "), notBuilt: listed(notBuilt, ", "), note };
  });
}

function listed(cell: string, separator: string): string[] {
  return cell === "" ? [] : cell.split(separator);
}

describe.skipIf(lacksSharedData())("the specification of the tools", () => {
  const claims = lacksSharedData() ? [] : claimsOf(readFileSync(join(SHARED_DATA, "../spec/mcp-tools.md"), "utf8"));
  const rows = readRows();

  test("every sentence has a row, and every row a sentence", () => {
    expect(claims.length).toBeGreaterThan(180);
    expect(rows.map(({ key }) => key)).toEqual(claims.map(({ key }) => key));
  });

  test("what holds a sentence is there", () => {
    expect(rows.flatMap(({ held }) => held.flatMap((one) => faultOf(one) ?? []))).toEqual([]);
    expect(rows.filter(({ held }) => held.length > 0).length).toBeGreaterThan(120);
  });

  test("a sentence that nothing holds waits for a part that is not built, or claims nothing", () => {
    const open = rows.filter(
      ({ held, notBuilt, note }) => held.length + notBuilt.length === 0 && !WITHOUT_CLAIM.test(note),
    );
    expect(open.map(({ key }) => key)).toEqual([]);
    expect(rows.flatMap(({ notBuilt }) => notBuilt.filter((part) => !PARTS.has(part)))).toEqual([]);
  });

  test("a test or an example that is not there is seen", () => {
    expect(faultOf("example mcp-v4/search/none")).toContain("there is no");
    expect(faultOf("test/contracts/mcp/none.test.ts: x")).toContain("there is no");
    expect(faultOf("test/contracts/mcp/search.test.ts: no such title")).toContain("has no test");
  });
});
