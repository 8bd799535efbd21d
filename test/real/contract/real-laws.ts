import { readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { onpoint } from "#test/e2e/program.ts";
import type { Environment } from "#test/e2e/program.ts";
import { SHARED_DATA } from "../shared-data.ts";
import { unpack } from "../unpack.ts";

const SAMPLE = resolve(import.meta.dirname, "../../../sample/laws.jsonl");
const ARCHIVES = ["dc-code", "uscode-uslm", "cfpb-regulations", "gpo-uslm-samples", "federal-register"];

/** Imports every law of the shared data by the command line, and beside them what no real source has at present. */
export async function importRealLaws(settings: Environment, dataDir: string): Promise<void> {
  const input = join(dataDir, "input");
  for (const name of ARCHIVES) await unpack(join(SHARED_DATA, `laws/${name}.tar.zst`), join(input, name));
  const samples = join(input, "gpo-uslm-samples");
  const named = (prefix: string): string[] =>
    readdirSync(samples)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(samples, name));
  await writeFile(join(input, "invented.jsonl"), inventedLines().join("\n"));
  for (const args of [
    ["dc-code", join(input, "dc-code")],
    ["uslm", join(input, "uscode-uslm")],
    ["uslm", ...named("CFR-")],
    ["ecfr", join(input, "cfpb-regulations")],
    ["federal-register", join(input, "federal-register/documents"), ...named("FR-")],
    ["constitution", join(SHARED_DATA, "laws/us-constitution.json")],
    ["law-jsonl", SAMPLE],
    ["law-jsonl", join(input, "invented.jsonl")],
  ]) {
    const { code, stdout, stderr } = await onpoint(settings, ["import", ...args]);
    expect(code, stdout + stderr).toBe(0);
  }
  await rm(input, { recursive: true });
  await mkdir(join(dataDir, "scratch"), { recursive: true });
}

/** Sections of the container that has more of them than an answer lists. */
export const MANY = 260;

function law(fields: object): string {
  return JSON.stringify({ kind: "law", collection: "ys-code", ...fields });
}

/** A code that its source marks as no longer law in parts, and a container with more sections than are listed. */
function inventedLines(): string[] {
  return [
    JSON.stringify({ kind: "collection", id: "ys-code", name: "Code of Ys", type: "statute", state: "Ys" }),
    law({ path: "t1", node_type: "PARENT", number: "1", title: "Dikes", citation: "Ys Code tit. 1" }),
    law({
      path: "t1.s1",
      number: "1",
      title: "The old dike",
      citation: "Ys Code § 1",
      effective_date: "1801-01-01",
      historical: true,
      html: "<p>The dike is kept by the town.</p>",
    }),
    ...Array.from({ length: MANY }, (_, at) => {
      const number = at + 2;
      return law({
        path: `t1.s${number}`,
        number: String(number),
        title: `Sluice ${number}`,
        citation: `Ys Code § ${number}`,
        // Authored order is not the order of numbers.
        sort_order: MANY - at,
        html: `<p>The keeper of sluice ${number} shuts it at high water.</p>`,
      });
    }),
  ];
}
