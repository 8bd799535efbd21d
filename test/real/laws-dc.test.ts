import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { checkDatabase } from "#db/check.ts";
import type { Db } from "#db/connection.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { spansOf } from "#laws/currency.ts";
import { chainsOf, nodeIdsAfter, nodesAtPath, nodesByCitationKey, textsOf } from "#laws/store/read.ts";
import { runLawImport } from "#importers/law-import.ts";
import type { LawImportReport } from "#importers/law-import.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";
import { unpack } from "./unpack.ts";

const DAYS = ["2021-10-18", "2022-04-07", "2022-11-15", "2023-06-23", "2023-12-11", "2024-05-09"];
/** Reading and writing a hundred thousand files takes its time on a busy machine. */
const TIMEOUT_MS = 900_000;
const FOREVER = "2100-01-01";

/** A section read by another library: its number, and its words but for what editors wrote and what names it. */
type Read = { readonly number: string; readonly words: string };

const bare = (text: string): string => text.replace(/[\s\u00a0\u00ad]+/gu, "");

function readSection(xml: string): Read {
  const open: string[] = [];
  let number = "";
  let words = "";
  let textFrom = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name);
        if (name === "text") textFrom = words.length;
      },
      onclosetag: () => {
        // What the publisher tells of temporary acts is no part of the law.
        if (open.pop() === "text" && /^\s*\*\s?NOTE:/u.test(words.slice(textFrom))) words = words.slice(0, textFrom);
      },
      ontext: (text) => {
        if (open[1] === "num" && open.length === 2) number += text;
        const isName = open.length === 2 && ["num", "heading", "reason", "prefix"].includes(open[1] ?? "");
        const isApart = open.some((name) => name === "annotations" || name.startsWith("codify:"));
        if (!isName && !isApart && open.length > 1) words += text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { number: number.trim().replace(/^\[(.*)\]$/u, "$1"), words: bare(words) };
}

/** The files of the code on each day, by their path in it. */
function filesByDay(root: string): Map<string, ReadonlyMap<string, Read>> {
  const days = new Map<string, ReadonlyMap<string, Read>>();
  let held = new Map<string, Read>();
  for (const day of DAYS) {
    held = new Map(held);
    if (day !== DAYS[0]) {
      for (const path of readFileSync(join(root, day, "deleted.txt"), "utf8").split("\n")) held.delete(path.trim());
    }
    for (const path of readdirSync(join(root, day), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".xml") || path.endsWith("index.xml")) continue;
      held.set(path, readSection(readFileSync(join(root, day, path), "utf8")));
    }
    days.set(day, held);
  }
  return days;
}

describe.skipIf(lacksSharedData())("the D.C. Code in six editions", () => {
  let root: string;
  let db: Db;
  let report: LawImportReport;
  const importIt = async (): Promise<LawImportReport> =>
    runLawImport({ source: "dc-code", paths: [join(root, "code")], db, dataDir: db.dataDir, log: silentLogger });

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "onpoint-dc-"));
    await unpack(join(SHARED_DATA, "laws/dc-code.tar.zst"), join(root, "code"));
    db = await openRecords({ dataDir: join(root, "data") });
    report = await importIt();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await db?.close();
    await rm(root, { recursive: true, force: true });
  });

  test(
    "every row comes in, and what is held fits together",
    async () => {
      expect(report.rejected).toEqual([]);
      expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "each section of each day is found by its citation and by its path, with the words of that day",
    async () => {
      const days = filesByDay(join(root, "code"));
      const numbers = new Set([...days.values()].flatMap((files) => [...files.values()].map(({ number }) => number)));
      expect(numbers.size).toBeGreaterThan(24_000);
      const standing = new Map<string, Map<string, string[]>>(DAYS.map((day) => [day, new Map()]));
      const late = new Set<string>();
      for (const number of numbers) {
        // What a temporary act stands in the place of is held with its words, whether it is in force or not.
        const isReplaced = number.endsWith("(Perm)");
        const nodeIds = await nodesByCitationKey(db, lawKey(`D.C. Code § ${number}`));
        for (const { nodeId, versions } of await chainsOf(db, nodeIds)) {
          const texts = await textsOf(
            db,
            versions.map(({ id }) => id),
          );
          const spans = spansOf(versions, FOREVER);
          for (const [index, version] of versions.entries()) {
            const span = spans[index] ?? null;
            for (const day of DAYS) {
              const isOf = span !== null && day >= span.from && (span.until === null || day < span.until);
              const isPrinted = day >= (version.edition ?? "") && day < (versions[index + 1]?.edition ?? FOREVER);
              const isPrintedLate = isPrinted && !isOf && !version.isHistorical;
              if (!isOf && !isPrintedLate && !isReplaced) continue;
              if (isPrintedLate) late.add(`${day} ${number}`);
              const words = bare(texts.get(version.id)?.text ?? "");
              const byNumber = standing.get(day);
              byNumber?.set(number, [...(byNumber.get(number) ?? []), words]);
            }
            if (index === 0) expect(await nodesAtPath(db, version.path, ["dc-code"])).toContain(nodeId);
          }
        }
      }
      // The publisher's next edition states of each that other words had been law since before this one.
      expect(late.size).toBeLessThan(400);
      const wrong: string[] = [];
      let compared = 0;
      for (const [day, files] of days) {
        for (const [path, { number, words }] of files) {
          compared += 1;
          if (standing.get(day)?.get(number)?.includes(words) !== true) wrong.push(`${day} ${path}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(140_000);
    },
    TIMEOUT_MS,
  );

  test("more than 2,500 sections have several versions", async () => {
    let several = 0;
    for (let after = ""; ;) {
      const nodeIds = await nodeIdsAfter(db, after, 500);
      const last = nodeIds.at(-1);
      if (last === undefined) break;
      after = last;
      const chains = await chainsOf(db, nodeIds);
      several += chains.filter(({ versions }) => versions.length > 1 && versions[0]?.nodeType === "LEAF").length;
    }
    expect(several).toBeGreaterThan(2_500);
  });

  test(
    "once more, nothing changes",
    async () => {
      expect((await importIt()).unchanged).toBe(true);
    },
    TIMEOUT_MS,
  );
});
