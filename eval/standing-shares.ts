import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How works stand by how many decisions cite them: `node eval/standing-shares.ts [--db DIR] [--land]`, on a directory
 * whose citator is up to date. A rule by which most of what is much cited is Caution tells a lawyer nothing.
 */
const { values } = parseArgs({
  options: { db: { type: "string", default: CORPUS_DIR }, land: { type: "boolean", default: false } },
});
const STATUSES = ["Neutral", "Positive", "Caution", "Negative"] as const;
/** Fewest citing decisions of each row. */
const FROM = [1, 2, 5, 10, 20, 50] as const;

const db = await openRecords({ dataDir: values.db });
const works = await db.selectFrom("treatment_summaries").select(["status", "citation_count"]).execute();
await db.close();
if (works.length === 0) throw new Error(`no work of ${values.db} is cited; run the citator first`);

reportFigures(
  "standing-shares",
  Object.fromEntries(
    FROM.flatMap((from, at) => {
      const below = FROM[at + 1] ?? Infinity;
      const those = works.filter(({ citation_count }) => citation_count >= from && citation_count < below);
      const name = below === Infinity ? `cited ${from} times or more` : `cited ${from} to ${below - 1} times`;
      return [
        [`${name}: works`, those.length],
        ...STATUSES.map((status) => [
          `${name}: ${status}`,
          those.filter((one) => one.status === status).length / Math.max(1, those.length),
        ]),
      ];
    }),
  ),
  values.land,
);
