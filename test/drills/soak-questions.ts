import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";

/** What a service that holds the decisions of the soak's beginning must never deny. */
export type Held = {
  /** Citations of decisions that are held, as printed. */
  readonly citations: readonly string[];
  readonly names: readonly string[];
};

const CITATIONS = 200;
const NAMES = 100;

/** Reads as any program of another make would: from outside, one connection, closed again. */
export function heldIn(dataDir: string): Held {
  const records = new DatabaseSync(join(dataDir, "records.sqlite"), { readOnly: true });
  try {
    const column = (sql: string): string[] =>
      records
        .prepare(sql)
        .all()
        .map(({ value }) => String(value));
    return {
      citations: column(
        `select cited_as as value from cluster_citations where ordinal = 0 order by cluster_id limit ${CITATIONS}`,
      ),
      names: column(`select case_name as value from clusters where case_name like '% v. %' order by id limit ${NAMES}`),
    };
  } finally {
    records.close();
  }
}

/** Searched in the words of the opinions; what they find at the beginning is the least that they find ever after. */
export const QUERIES: readonly string[] = [
  "negligence",
  "warrant",
  '"due process"',
  '"summary judgment" AND NOT jury',
  "contract OR breach",
  "negligen! W/10 (damages OR plaintiff)",
  "fraud! W/20 (relian! OR deceit)",
  "atleast3(court)",
  "habeas corpus",
  "title:united AND confession",
  "bankrupt! AND trustee",
  "(search W/5 seizure) OR exclusionary",
];

const spaces = (count: number): string => " ".repeat(count);

/** Texts of 400,000 characters are the longest that a check of citations takes. */
const BRIEF_CHARS = 390_000;

type Request = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

const searched = (query: string): Request => ({ path: "/v1/search", body: { query } });

/** Made to hold a reader, a search or a writer of answers for as long as can be. */
export const HOSTILE: readonly Request[] = [
  searched(`date:[${spaces(300)}to${spaces(300)}`),
  searched(`date:[${spaces(2000)}to${spaces(2000)}`),
  searched("(".repeat(400)),
  searched(`"${"a ".repeat(700)}`),
  searched("*a* OR *e* OR *i*"),
  searched("?????* W/5 *ing"),
  searched(`${"not ".repeat(300)}x`),
  searched("1 U.S. ".repeat(300)),
  { path: "/v1/laws/search", body: { query: `date:[${spaces(300)}to${spaces(300)}` } },
  { path: "/v1/citations/check", body: { text: "1 U.S. 1 (".repeat(BRIEF_CHARS / 10) } },
  { path: "/v1/citations/check", body: { text: `In re ${"*".repeat(5000)} v. Smith, 12 F.3d 34.` } },
  { path: "/v1/citations/check", body: { text: "See Smith v. ".repeat(BRIEF_CHARS / 13) } },
];

/** Decisions whose words are made to hold whoever cleans, reads or analyses them. */
export const HOSTILE_DECISIONS: readonly Readonly<Record<string, unknown>>[] = [
  { id: "soak-name", case_name: `In re ${"*".repeat(60)} v. Smith`, html: "<p>The petition is denied.</p>" },
  { id: "soak-run", case_name: "Uvd v. Run", html: `<p>The court held that 1 I${"uvd".repeat(400)} is so.</p>` },
  { id: "soak-head", case_name: "Head v. Line", html: `<p>1 ${"A".repeat(4000)}</p><p>The judgment is affirmed.</p>` },
  { id: "soak-marks", case_name: "Marks v. Line", html: `<p>${"_".repeat(7000)} 481 U. S. ${"_".repeat(900)}</p>` },
].map(({ id, case_name, html }) => ({
  id,
  case_name,
  court: "ca9",
  date_filed: "1999-03-01",
  opinions: [{ type: "lead", html }],
}));
