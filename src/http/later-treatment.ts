import type { Principal } from "#accounts/principal.ts";
import { UNSEEN } from "#research/standing.ts";
import type { LaterTreatment } from "./pages/standing-section.ts";
import type { Services } from "./services.ts";

const CITERS_ON_PAGE = 10;

/** How the decision of an opinion stands and a page of those who cite it, as its page shows them. */
export async function laterTreatmentOf(
  { research }: Pick<Services, "research">,
  principal: Principal,
  opinionId: string,
  page: number,
): Promise<LaterTreatment> {
  const citers = async (at: number): Promise<LaterTreatment["citing"]> =>
    research.citing(principal, { opinionId, page: at, pageSize: CITERS_ON_PAGE });
  const [standings, citing, histories] = await Promise.all([
    research.standings(principal, [opinionId]),
    citers(page),
    research.directHistory(principal, [opinionId]),
  ]);
  const steps = histories.get(opinionId) ?? [];
  const standing = standings.get(opinionId) ?? UNSEEN;
  const ids = standing.history.map(({ documentId }) => documentId);
  if (ids.length === 0) return { standing, citing, steps, tellers: new Map(), quotes: new Map() };
  // Those who tell most come first among those who cite.
  const [{ opinions }, foremost] = await Promise.all([
    research.opinions(principal, { named: { by: "id", ids }, content: false, treatments: false }),
    page === 1 ? citing : citers(1),
  ]);
  return {
    standing,
    citing,
    steps,
    tellers: new Map(opinions.map((view) => [view.record.id, view])),
    quotes: new Map(foremost.results.map((one) => [one.opinionId, one.quote])),
  };
}
