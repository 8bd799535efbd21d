import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { docketIdsOfCase } from "#dockets/store/read.ts";
import { opinionIdsOfCase } from "#opinions/store/case-opinions.ts";
import { readOpinions } from "#opinions/store/read.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import type { DocketView } from "./dockets/model.ts";
import { docketViews } from "./dockets/views.ts";

/** What is held of the case that a decision was made in. */
export type Related = {
  readonly dockets: readonly DocketView[];
  /** Its other decisions, each by its first opinion, the latest first; copies of the decision itself are none. */
  readonly decisions: readonly RelatedDecision[];
};

export type RelatedDecision = {
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citedAs: string | null;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
};

/** A case with more is a list to be searched. */
const OPINIONS_MAX = 60;
const DOCKETS_MAX = 5;

/** The dockets and the other decisions of the case of an opinion. */
export async function relatedTo(
  db: Reader,
  { caseId, workId, clusterId }: Pick<OpinionRecord, "caseId" | "workId" | "clusterId">,
): Promise<Related> {
  const [docketIds, opinionIds] = await Promise.all([docketIdsOfCase(db, caseId), opinionIdsOfCase(db, caseId)]);
  const records = await readOpinions(db, opinionIds.slice(0, OPINIONS_MAX));
  const others = records.filter((one) => one.workId !== workId && one.clusterId !== clusterId);
  const byWork = Map.groupBy(others, (one) => one.workId);
  const dockets = await docketViews(db, docketIds.slice(0, DOCKETS_MAX));
  return {
    dockets: dockets.filter(({ hasSheet }) => hasSheet),
    decisions: [...byWork.values()].flatMap(([first]) =>
      first === undefined
        ? []
        : [
            {
              caseName: first.caseName,
              publicNumber: first.publicNumber,
              slug: first.slug,
              citedAs: first.citations[0]?.citedAs ?? null,
              courtAbbreviation: courtById(first.courtId)?.abbreviation ?? first.courtId,
              dateFiled: first.dateFiled,
            },
          ],
    ),
  };
}
