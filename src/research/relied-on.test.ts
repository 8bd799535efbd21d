import { expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { readOpinions } from "#opinions/store/read.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import { clusterDraft, DECISIONS, opinionWrites } from "#test/contracts/invented-decisions.ts";
import { writeInventedLaws } from "#test/contracts/invented-laws.ts";
import { lawDatabase } from "#test/laws/import-laws.ts";
import { reliedOn } from "./relied-on.ts";

const HERON = "Heron Bay Packing Co. v. Ostrander, 12 Samp. 340";
const TEXT = `<p>“Leases end.” <em>Heron Bay Packing Co. v. Ostrander</em>, 12 Samp. 340, 341 (9th Cir. 1998). <em>Id.</em> at 340.
  12 Samp., at 341; 12 Samp. 340, 341 n. 2; 12 Samp. 340, 88 Fict. Rep. 2d 17 (9th Cir. 1998).
  In Heron Bay the lease was for years. See 99 U.S.C. § 7001(b) and 99 U.S.C. § 7001a, and again 99 U.S.C. § 7001.</p>
  <p>See also Alder v. Birch, 977 F.2d 12 (2d Cir. 1992), which is older.</p>`;

type Given = (typeof DECISIONS)[number];

/** Everything that an invented decision of 2005 relies on: each place with its words and where it leads. */
async function relied(): Promise<{
  readonly places: readonly string[];
  readonly relied: Awaited<ReturnType<typeof reliedOn>>;
}> {
  const db = await lawDatabase();
  const [heron] = DECISIONS;
  const cited: Given = { ...heron!, opinions: [{ ...heron!.opinions[0]!, paginationCitation: "12 Samp. 340" }] };
  const citing: Given = {
    ...heron!,
    sourceId: "citing",
    caption: "Larch v. Elm",
    caseName: "Larch v. Elm",
    docketNumber: "1",
    date: "2005-03-04",
    citations: [],
    opinions: [],
  };
  const [write] = opinionWrites({ ...citing, opinions: [{ html: "" }] });
  const opinion = { ...write!, draft: { ...write!.draft, text: cleanOpinion({ html: TEXT }).text } };
  await transaction(db, async (trx) => {
    await writeInventedLaws(trx);
    await writeDecisions(trx, {
      clusters: [cited, citing].map(clusterDraft),
      opinions: [...opinionWrites(cited), opinion],
      whole: new Map(),
    });
  });
  await createCitator({ db, log: silentLogger }).runUntilCaughtUp();
  const records = await readOpinions(db, [opinionIdOf("jsonl", "citing-0")], { content: true });
  const found = await reliedOn(db, records, "2026-01-01");
  const text = records[0]?.content?.text ?? "";
  const places = (found.places.get(records[0]?.id ?? "") ?? []).map(({ start, end, authority, page }) => {
    const to = authority.kind === "law" ? authority.version?.version.effectiveDate : authority.held?.caseName;
    return `${text.slice(start, end)} -> ${to ?? "nothing"}${page === null ? "" : ` at ${page}`}`;
  });
  return { places, relied: found };
}

test("every place that cites a decision or a law on file leads to it, at its page and in the version of the day", async () => {
  const { places, relied: found } = await relied();
  expect(places).toEqual([
    `${HERON}, 341 (9th Cir. 1998) -> Heron Bay Packing v. Ostrander at 341`,
    "Id. at 340 -> Heron Bay Packing v. Ostrander at 340",
    "12 Samp., at 341 -> Heron Bay Packing v. Ostrander at 341",
    "12 Samp. 340, 341 n. 2 -> Heron Bay Packing v. Ostrander at 341",
    "12 Samp. 340, 88 Fict. Rep. 2d 17 (9th Cir. 1998) -> Heron Bay Packing v. Ostrander",
    "99 U.S.C. § 7001(b) -> 1950-01-01",
    "99 U.S.C. § 7001 -> 1950-01-01",
    "Alder v. Birch, 977 F.2d 12 (2d Cir. 1992) -> nothing",
  ]);
  expect(found.decisions.map(({ name, isMissing, mentions }) => [name, isMissing, mentions])).toEqual([
    ["Heron Bay Packing v. Ostrander", false, 6],
    ["Alder v. Birch", true, 1],
  ]);
  expect(found.laws.map(({ citedAs, isOfDay }) => [citedAs, isOfDay])).toEqual([
    ["99 U.S.C. § 7001", true],
    ["99 U.S.C. § 7001a", false],
  ]);
});
