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
import { chainsOf, nodeIdsAfter, nodesByCitationKey, textsOf } from "#laws/store/read.ts";
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

const bare = (text: string): string => text.replace(/[\s\u00a0\u00ad]+/gu, "");

/** An element somewhere in a file: the words of the first of each named child, and of its paragraphs. */
type Piece = { readonly said: Record<string, string>; readonly paragraphs: string[] };

/** Pieces as another library reads them; words of elements that are left out count in none. */
function piecesIn(xml: string, names: ReadonlySet<string>, out: ReadonlySet<string>, paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  const open: string[] = [];
  let said: Record<string, string> = {};
  let paragraphs: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => {
        open.push(name);
        if (names.has(name)) [said, paragraphs] = [{}, []];
        if (name === paragraph) paragraphs.push("");
      },
      onclosetag: (name) => {
        open.pop();
        if (names.has(name)) pieces.push({ said, paragraphs: paragraphs.map(bare).filter((text) => text !== "") });
      },
      ontext: (text) => {
        const last = open.at(-1) ?? "";
        said[last] ??= text;
        const at = open.lastIndexOf(paragraph);
        if (at !== -1 && !open.some((name) => out.has(name))) paragraphs[paragraphs.length - 1] += text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return pieces;
}

function issuesIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith("FR-"))
    .map((name) => join(directory, name));
}

function granulesIn(directory: string): string[] {
  return [join(directory, "annual")];
}

describe.skipIf(lacksSharedData())("federal law", () => {
  let root: string;
  let db: Db;
  const importFrom = async (
    source: LawSourceName,
    archive: string,
    pathsIn = (directory: string): string[] => [directory],
  ): Promise<LawImportReport> => {
    const directory = join(root, archive.replace(/\..*/u, ""));
    await unpack(join(SHARED_DATA, "laws", archive), directory);
    return runLawImport({ source, paths: pathsIn(directory), db, dataDir: db.dataDir, log: silentLogger });
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
      const files = readdirSync(join(root, "uscode-uslm"), { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".xml"),
      );
      const expected = new Map<string, number>();
      for (const file of files) {
        const { title, count } = sectionsIn(readFileSync(join(root, "uscode-uslm", file), "utf8"));
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
      const directory = join(root, "cfpb-regulations");
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

  const textsCited = async (
    citation: string,
  ): Promise<{ readonly number: string | null; readonly words: string }[]> => {
    const chains = await chainsOf(db, await nodesByCitationKey(db, lawKey(citation)));
    const versions = chains.flatMap((chain) => chain.versions);
    const texts = await textsOf(
      db,
      versions.map(({ id }) => id),
    );
    return versions.map(({ id, number }) => ({ number, words: bare(texts.get(id)?.text ?? "") }));
  };

  test(
    "each document of five whole issues of the Federal Register is found by the page on which it begins, with its words",
    async () => {
      expect((await importFrom("federal-register", "gpo-uslm-samples.tar.zst", issuesIn)).rejected).toEqual([]);
      const wrong: string[] = [];
      let [compared, unpaged] = [0, 0];
      for (const file of issuesIn(join(root, "gpo-uslm-samples"))) {
        const [, year = ""] = /FR-(\d{4})/u.exec(file) ?? [];
        const names = new Set(["rule", "notice", "presidentialDoc"]);
        const out = new Set(["meta", "notes", "note", "footnote", "num", "authority", "ear"]);
        for (const { said, paragraphs } of piecesIn(readFileSync(file, "utf8"), names, out, "p")) {
          const number = (said["docNumber"] ?? "").replaceAll("–", "-");
          const page = said["startingPage"];
          if (page === undefined) {
            unpaged += 1;
            continue;
          }
          const citation = `${Number(year) - 1935} Fed. Reg. ${page}`;
          const held = (await textsCited(citation)).find((one) => one.number === number);
          compared += paragraphs.length;
          if (held === undefined) wrong.push(`${citation} ${number}`);
          else if (paragraphs.some((words) => !held.words.includes(words))) wrong.push(`${number}: other words`);
        }
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(10_000);
      // One document of the 535 does not say its page.
      expect(unpaged).toBe(1);
    },
    TIMEOUT_MS,
  );

  test(
    "each section of 26 annual granules of the C.F.R. is found by its citation, with its words",
    async () => {
      await db.close();
      db = await openRecords({ dataDir: join(root, "annual") });
      expect((await importFrom("ecfr", "federal-register.tar.zst", granulesIn)).rejected).toEqual([]);
      const directory = join(root, "federal-register/annual");
      const wrong: string[] = [];
      let compared = 0;
      for (const file of readdirSync(directory)) {
        const xml = readFileSync(join(directory, file), "utf8");
        for (const { said, paragraphs } of piecesIn(
          xml,
          new Set(["SECTION"]),
          new Set(["CITA", "SOURCE", "EDNOTE"]),
          "P",
        )) {
          const number = /^§\s*(\d+\.\d+)\s*$/u.exec(said["SECTNO"] ?? "")?.[1];
          if (number === undefined) continue;
          const held = await textsCited(`12 C.F.R. § ${number}`);
          compared += 1;
          if (!held.some(({ words }) => paragraphs.every((part) => words.includes(part))))
            wrong.push(`${file} ${number}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(450);
    },
    TIMEOUT_MS,
  );
});
