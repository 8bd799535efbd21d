import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { openRecords } from "#schema/open.ts";
import type { Db } from "#db/connection.ts";
import { chainsOf, nodeIdsAfter, nodesByCitationKey } from "#laws/store/read.ts";
import { runLawImport } from "#importers/law-import.ts";
import type { LawImportReport } from "#importers/law-import.ts";
import type { LawSourceName } from "#importers/law-sources.ts";
import { lacksSharedData, SHARED_DATA } from "./shared-data.ts";
import { unpack } from "./unpack.ts";

const TIMEOUT_MS = 900_000;

const isQuoted = (name: string): boolean => name === "quotedContent" || name === "note" || name === "notes";

/** The sections of a title that are its own: none that a note, or an act quoted in the text, holds. */
function sectionsIn(xml: string): { readonly title: string; readonly count: number } {
  let [title, quoted, count] = ["", 0, 0];
  const parser = new Parser(
    {
      onopentag: (name, { identifier = "" }) => {
        if (name === "uscDoc") title = identifier.replace("/us/usc/t", "");
        if (isQuoted(name)) quoted += 1;
        if (name === "section" && quoted === 0) count += 1;
      },
      onclosetag: (name) => {
        if (isQuoted(name)) quoted -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { title, count };
}

describe.skipIf(lacksSharedData())("federal law", () => {
  let root: string;
  let db: Db;
  const importFrom = async (source: LawSourceName, archive: string, below = ""): Promise<LawImportReport> => {
    const directory = join(root, source);
    await unpack(join(SHARED_DATA, "laws", archive), directory);
    const paths = [join(directory, below)];
    return runLawImport({ source, paths, db, dataDir: db.dataDir, log: silentLogger });
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "onpoint-federal-"));
    db = await openRecords({ dataDir: join(root, "data") });
  });
  afterAll(async () => {
    await db?.close();
    await rm(root, { recursive: true, force: true });
  });

  test(
    "of each title of the United States Code, as many sections are held as its XML has",
    async () => {
      expect((await importFrom("uslm", "uscode-uslm.tar.zst")).rejected).toEqual([]);
      const held = new Map<string, number>();
      for (let after = ""; ;) {
        const nodeIds = await nodeIdsAfter(db, after, 500);
        const last = nodeIds.at(-1);
        if (last === undefined) break;
        after = last;
        for (const { versions } of await chainsOf(db, nodeIds)) {
          const [first] = versions;
          const title = first?.path.split(".")[0]?.slice(1) ?? "";
          if (first?.nodeType === "LEAF") held.set(title, (held.get(title) ?? 0) + 1);
        }
      }
      const files = readdirSync(join(root, "uslm"), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".xml"),
      );
      const expected = new Map<string, number>();
      for (const file of files) {
        const { title, count } = sectionsIn(readFileSync(join(root, "uslm", file), "utf8"));
        expected.set(title, count);
      }
      expect(expected.size).toBe(23);
      expect(held).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  test(
    "every version of every part of 12 C.F.R. ch. X is held with its dates",
    async () => {
      expect((await importFrom("ecfr", "cfpb-regulations.tar.zst")).rejected).toEqual([]);
      const directory = join(root, "ecfr");
      const files = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
        /regulation\/.*\.xml$/u.test(name),
      );
      expect(files).toHaveLength(72);
      for (const file of files) {
        const xml = readFileSync(join(directory, file), "utf8");
        const [, part = ""] = /<cfr>\s*<title>12<\/title>\s*<section>(\d+)</u.exec(xml) ?? [];
        const [, day = ""] = /<effectiveDate>([^<]+)</u.exec(xml) ?? [];
        const [, url = ""] = /<federalRegisterURL>([^<]+)</u.exec(xml) ?? [];
        const [chain] = await chainsOf(db, await nodesByCitationKey(db, lawKey(`12 C.F.R. pt. ${part}`)));
        const told = chain?.versions.map(({ effectiveDate, sourceUrl }) => `${effectiveDate ?? ""} ${sourceUrl ?? ""}`);
        expect(told, file).toContain(`${day} ${url}`);
      }
    },
    TIMEOUT_MS,
  );
});
