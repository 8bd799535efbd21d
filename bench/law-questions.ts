import type { DatabaseSync } from "node:sqlite";

/** What the load asks: citations that are held, and words of real headings. */
export type Questions = { readonly citations: readonly string[]; readonly headings: readonly string[] };

/** Of so many provisions, drawn from all over the store. */
const DRAWN = 20_000;

/** The citations and headings of sections in force, in an order that jumps between codes. */
export function drawQuestions(records: DatabaseSync): Questions {
  const rows = records
    .prepare(
      `select citation, title from law_versions as v
        where node_type = 'LEAF' and is_tombstone = 0 and citation is not null and title is not null
          and not exists (select 1 from law_versions as w where w.node_id = v.node_id
            and coalesce(w.effective_date, w.edition, '') > coalesce(v.effective_date, v.edition, ''))`,
    )
    .all() as { citation: string; title: string }[];
  const random = seeded();
  const drawn = Array.from({ length: Math.min(DRAWN, rows.length) }, () => rows[Math.floor(random() * rows.length)]);
  const held = drawn.filter((row) => row !== undefined);
  return {
    citations: held.map(({ citation }) => citation),
    headings: held.map(({ title }) => title).filter((title) => wordsOf(title).length >= 3),
  };
}

/** Two to four words of a heading, as a query without operators. */
export function queryFrom(heading: string): string {
  const words = wordsOf(heading);
  return words.slice(0, 2 + (heading.length % 3)).join(" ");
}

/** Two neighbouring words of a heading. */
export function phraseFrom(heading: string): string {
  return `"${wordsOf(heading).slice(0, 2).join(" ")}"`;
}

function wordsOf(heading: string): string[] {
  return (heading.match(/\p{L}{4,}/gu) ?? []).map((word) => word.toLowerCase());
}

/** The same numbers in every run (Park and Miller's generator). */
export function seeded(): () => number {
  let step = 1;
  return () => {
    step = (step * 48_271) % 2_147_483_647;
    return step / 2_147_483_647;
  };
}
