import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { zstdDecompressSync } from "node:zlib";
import { foldSightings } from "#dockets/fold/fold.ts";
import { courtOfHost } from "#dockets/pages/court-of-page.ts";
import { PageFault } from "#dockets/pages/page-fault.ts";
import { readPage } from "#dockets/pages/pages.ts";
import { bareRulingOn, motionSheet, numberedRulings } from "#research/dockets/decided.ts";
import type { MotionSheet } from "#research/dockets/decided.ts";
import type { EntryWithDocuments } from "#research/dockets/model.ts";
import { SHARED_DATA } from "../test/real/shared-data.ts";
import { pairsOf } from "./dockets/pairs.ts";
import type { Pair } from "./dockets/pairs.ts";
import { reportFigures } from "./report.ts";

/**
 * Whether a ruling that names no motion is tied to the right one: `node eval/bare-rulings.ts [--half sealed] [--show 20] [--land]`.
 * Each line of a real docket that decides one motion by its number is made bare (`ORDER: The motion is granted.`, or application, or petition), the
 * rest is left as it is, and what it is tied to is compared with the number that it had. The rule was made on the
 * building half.
 */
const { values } = parseArgs({
  options: {
    half: { type: "string", default: "building" },
    show: { type: "string", default: "0" },
    land: { type: "boolean", default: false },
  },
});

type Trial = {
  readonly where: string;
  readonly truth: EntryWithDocuments;
  readonly tied: readonly EntryWithDocuments[];
};

const archive = zstdDecompressSync(readFileSync(join(SHARED_DATA, "dockets/pacer-pages.tar.zst")));
const pairs = (await pairsOf(archive)).filter(({ half, kind }) => half === values.half && kind.startsWith("dockets/"));
const told = pairs.flatMap(trialsOf);
const tied = told.filter((trial) => trial.tied.length > 0);
const wrong = tied.filter(({ truth, tied: [one], tied: { length } }) => length > 1 || one !== truth);
for (const { where, truth, tied: found } of wrong.slice(0, Number(values.show)))
  console.log(
    `${where}: of [${truth.number}] ${truth.description?.slice(0, 120)}\n  tied to ${found.map(({ number, description }) => `[${number}] ${description?.slice(0, 120)}`).join(" and ")}`,
  );
reportFigures(
  values.half === "building" ? "bare-rulings" : `bare-rulings-${values.half}`,
  {
    rulings: told.length,
    tied: tied.length,
    "tied to another": wrong.length,
    "share tied": tied.length / told.length,
    "share of ties that are right": (tied.length - wrong.length) / tied.length,
  },
  values.land,
);

function trialsOf(pair: Pair): Trial[] {
  const entries = entriesOf(pair);
  if (entries === undefined) return [];
  const sheet = motionSheet(entries, []);
  return sheet.rulings.flatMap(({ entry: ruling }) => {
    const decided = sheet.motions.filter((motion) =>
      numberedRulings(motion, sheet).some((one) => one.entry === ruling && one.ruling === "decides"),
    );
    const [truth] = decided;
    if (truth === undefined || decided.length > 1) return [];
    const made = madeBare(sheet, ruling, truth);
    const found = made.motions.filter((motion) => {
      const isNumbered = numberedRulings(motion, made).some(({ ruling: one }) => one === "decides");
      return !isNumbered && bareRulingOn(motion, made, true)?.isCertain === true;
    });
    return [{ where: pair.path, truth, tied: found }];
  });
}

function madeBare(sheet: MotionSheet, ruling: EntryWithDocuments, { description }: EntryWithDocuments): MotionSheet {
  const [called = "motion"] = /\b(?:motion|application|petition|request)\b/iu.exec(description ?? "") ?? [];
  const bare = { ...ruling, description: `ORDER: The ${called.toLowerCase()} is granted.`, shortDescription: null };
  const entries = sheet.entries.map((entry) => (entry === ruling ? bare : entry));
  return motionSheet(entries, sheet.parties);
}

function entriesOf({ page, path }: Pair): EntryWithDocuments[] | undefined {
  const courtId = courtOfHost(basename(path).split(/[_.-]/u)[0] ?? "");
  try {
    const read = readPage(page, { source: "eval", place: null, courtId, asOf: null, fetchedAt: null });
    if (read.kind !== "record") return undefined;
    const { entries } = foldSightings(read.sightings.map((sighting, at) => ({ ...sighting, id: String(at) })));
    return entries.map((entry, ordinal) => ({ ...entry, id: String(ordinal), docketId: path, ordinal, filings: [] }));
  } catch (thrown) {
    if (thrown instanceof PageFault) return undefined;
    throw thrown;
  }
}
