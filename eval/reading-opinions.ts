import { bulkOpinions, capOpinions } from "#test/opinions/real-opinions.ts";
import type { RealOpinion } from "#test/opinions/real-opinions.ts";
import { readOpinion } from "#opinions/derive/read-opinion.ts";

/**
 * What is read from every opinion of the real data, by text column:
 * `node eval/reading-opinions.ts [data folder]`.
 */
const COUNTED = [
  "opinions",
  "with markers",
  "paginated",
  "footnotes",
  "linked",
  "author",
  "per curiam",
  "en banc",
  "note",
  "panel",
] as const;
const folder = process.argv[2] ?? "../shared/data";
const counts = new Map<string, Map<string, number>>();

function count(column: string, what: (typeof COUNTED)[number], times: number | boolean): void {
  const of = counts.get(column) ?? new Map<string, number>();
  of.set(what, (of.get(what) ?? 0) + Number(times));
  counts.set(column, of);
}

async function countAll(opinions: AsyncGenerator<RealOpinion>): Promise<void> {
  for await (const raw of opinions) {
    const read = readOpinion(raw);
    const column = read.textSource;
    count(column, "opinions", 1);
    count(column, "with markers", read.markers.length > 0);
    count(column, "paginated", read.paginationCitation !== null);
    count(column, "footnotes", read.footnotes.length);
    count(column, "linked", read.footnotes.filter(({ referenceOffset }) => referenceOffset !== null).length);
    count(column, "author", read.author !== null);
    count(column, "per curiam", read.perCuriam);
    count(column, "en banc", read.enBanc);
    count(column, "note", read.precedentialNote !== null);
    count(column, "panel", read.judges.length > 1);
  }
}

await countAll(bulkOpinions(`${folder}/courtlistener-bulk`));
await countAll(capOpinions(`${folder}/cap.tar.gz`));
if (counts.size === 0) throw new Error(`${folder} holds no opinions`);
console.log(["column".padEnd(20), ...COUNTED.map((what) => what.padStart(12))].join(""));
for (const [column, of] of counts) {
  console.log([column.padEnd(20), ...COUNTED.map((what) => String(of.get(what) ?? 0).padStart(12))].join(""));
}
