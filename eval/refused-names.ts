import { docketNumbers } from "#cases/docket-key.ts";
import { docketRelation } from "#cases/store.ts";
import { parseLawCitation } from "#citations/normalise.ts";
import { usualNames } from "#citations/laws/usual-names.ts";
import { recogniseCourt } from "#courts/courts.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { collapseSpace } from "#text/typography.ts";

/** What became of a real text: read as one thing, as one of several, or not at all. */
type Outcome = "one" | "several" | "refused";

/** A recogniser with the real texts it is given: those that a store's decisions print. */
type Recogniser = {
  readonly called: string;
  readonly texts: (db: Db) => Promise<readonly string[]>;
  readonly outcome: (text: string) => Outcome;
};

const TEXTS_MAX = 10_000;
const HEAD_CHARS = 1500;
/** A line of a head that names a court, as opposed to a sentence about one. */
const COURT_LINE = /^(?:In the )?[\p{Lu}][^;:()\d]{0,60}\b(?:Court|COURT)\b[^;:()]{0,70}$/u;
/** How the case came there stands before the court that it came from. */
const BEFORE_COURT =
  /^(?:(?:on )?(?:writs? of )?(?:certiorari|certificate|appeals?|error|petition)\b[a-z ]{0,40}?\b(?:to|from|for) (?:the )?)/iu;
const SENTENCE =
  /\b(?:opinion|delivered|judgment|order|counsel|appointment|leave|brief|held|clerk|rule|proceedings|decision|decided|we|this|was|were|is|has|had|by|that)\b/iu;
const SECTION_OF_ACT =
  /(?:§|[Ss]ection) ?\d{1,4}[a-z]?(?:\([A-Za-z0-9]{1,4}\)){0,4} of the (?:[A-Z][A-Za-z'.-]{1,20},? (?:(?:and|of|for|in|the|to) ){0,2}){1,7}(?:Act|Code|Rules)\b(?: of (?:1[789]|20)\d\d)?/gu;
const DOCKET_LEFT = /\p{L}{8,}/u;

const RECOGNISERS: readonly Recogniser[] = [
  {
    called: "courts",
    texts: courtLines,
    outcome: (text) => {
      const found = recogniseCourt(text);
      if (!found.ok) return "refused";
      return found.courts.length === 1 ? "one" : "several";
    },
  },
  {
    called: "dockets",
    texts: async (db) => {
      const rows = await db
        .selectFrom(docketRelation(db).as("listed"))
        .select("listed.docket_number")
        .distinct()
        .orderBy("listed.docket_number")
        .limit(TEXTS_MAX)
        .execute();
      return rows.map(({ docket_number }) => docket_number);
    },
    outcome: (text) => {
      const numbers = docketNumbers(text);
      if (numbers.length === 0 || numbers.some(({ key }) => DOCKET_LEFT.test(key))) return "refused";
      return numbers.length === 1 ? "one" : "several";
    },
  },
  {
    called: "laws",
    texts: sectionsOfActs,
    outcome: (text) => {
      const meant = [...new Set(usualNames(text))];
      if (meant.length === 0) return isLaw(text) ? "one" : "refused";
      return meant.length === 1 ? "one" : "several";
    },
  },
];

function isLaw(text: string): boolean {
  return parseLawCitation(text) !== undefined;
}

async function textsOf(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom("opinion_texts").select("text").orderBy("opinion_id").execute();
  return rows.map(({ text }) => text);
}

/** The courts that the lines of decisions' heads name, each once. */
async function courtLines(db: Db): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const text of await textsOf(db)) {
    for (const line of text.slice(0, HEAD_CHARS).split("\n").map(collapseSpace)) {
      const name = line.replace(BEFORE_COURT, "").replace(/[\s.,*]+$/u, "");
      if (name.length < 130 && COURT_LINE.test(name) && !SENTENCE.test(name) && names.size < TEXTS_MAX) names.add(name);
    }
  }
  return [...names];
}

/** `section 502(a) of the Employee Retirement Income Security Act`, as decisions print it, each once. */
async function sectionsOfActs(db: Db): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const text of await textsOf(db)) {
    for (const [name] of text.matchAll(SECTION_OF_ACT)) if (found.size < TEXTS_MAX) found.add(collapseSpace(name));
  }
  return [...found];
}

/** Some of a list, evenly spread over it. */
function spread(list: readonly string[], count: number): readonly string[] {
  return list.filter(
    (_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length),
  );
}

/** `node eval/refused-names.ts <data directory> [--show <recogniser> <count>]`: what is refused of real texts. */
async function main(): Promise<void> {
  const [dataDir = "", , shown, count = "100"] = process.argv.slice(2);
  await using db = await openRecords({ dataDir });
  console.log(["", "texts", "one", "several", "refused"].map((cell) => cell.padEnd(10)).join(""));
  for (const { called, texts, outcome } of RECOGNISERS) {
    const byOutcome = Map.groupBy(await texts(db), outcome);
    const counts = (["one", "several", "refused"] as const).map((one) => byOutcome.get(one)?.length ?? 0);
    const total = counts.reduce((sum, one) => sum + one, 0);
    console.log([called, total, ...counts].map((cell) => String(cell).padEnd(10)).join(""));
    if (called === shown)
      for (const text of spread(byOutcome.get("refused") ?? [], Number(count))) console.log(`  ${text}`);
  }
}

if (import.meta.main) await main();
