import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { firstOpinions } from "#opinions/store/first-opinions.ts";
import type { FirstOpinion } from "#opinions/store/first-opinions.ts";
import { readStandings, UNSEEN } from "./standing.ts";
import type { Standing } from "./standing.ts";

/** A decision that a text cites, by its first opinion. */
export type HeldAuthority = Omit<FirstOpinion, "clusterId"> & {
  readonly courtAbbreviation: string;
  readonly standing: Standing;
};

/** The first opinion of each decision, with how the decision stands, by the decision's id. */
export async function heldAuthorities(db: Reader, clusterIds: Iterable<string>): Promise<Map<string, HeldAuthority>> {
  const firsts = await firstOpinions(db, [...new Set(clusterIds)]);
  const standings = await readStandings(
    db,
    firsts.map(({ opinionId }) => opinionId),
  );
  return new Map(
    firsts.map(({ clusterId, ...first }) => [
      clusterId,
      {
        ...first,
        courtAbbreviation: courtById(first.courtId)?.abbreviation ?? first.courtId,
        standing: standings.get(first.opinionId) ?? UNSEEN,
      },
    ]),
  );
}
