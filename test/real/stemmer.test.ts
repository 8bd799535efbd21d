import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { porter2 } from "#text/porter2.ts";
import { readCapTexts } from "./cap-texts.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";

/** The release of the official compiled algorithm that ours is equal to. */
const PEER = "snowballstemmer==3.1.1";

const STEM_EACH = `
import sys, snowballstemmer
stem = snowballstemmer.stemmer("english").stemWord
sys.stdout.write("\\n".join(stem(word) for word in sys.stdin.read().split("\\n")))
`;

let dir: string | undefined;
let python: string | undefined;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-stemmer-"));
  const venv = join(dir, "venv");
  try {
    execFileSync("python3", ["-m", "venv", venv], { stdio: "pipe" });
    const bin = join(venv, "bin/python");
    execFileSync(bin, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER], { stdio: "pipe" });
    python = bin;
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    process.stderr.write(`skipped: ${PEER} cannot be had here (python3 with venv and a package index are needed)\n`);
  }
}, 120_000);

afterAll(() => {
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
});

describe.skipIf(lacksSharedData())("stems of every word of the real decisions", () => {
  test("are those of the official Snowball stemmer", async ({ skip }) => {
    if (python === undefined) return skip();
    const words = [...wordsOf(await readCapTexts(SHARED_DATA))];
    expect(words.length).toBeGreaterThan(50_000);
    const official = execFileSync(python, ["-c", STEM_EACH], { input: words.join("\n"), maxBuffer: 1 << 26 })
      .toString("utf8")
      .split("\n");
    expect(official).toHaveLength(words.length);
    const differing = words.filter((word, at) => porter2(word) !== official[at]);
    expect(differing).toEqual([]);
  });
});

function wordsOf(texts: readonly { readonly text: string }[]): Set<string> {
  return new Set(texts.flatMap(({ text }) => text.toLowerCase().match(/[a-z]+/gu) ?? []));
}
