import type { Principal } from "#accounts/principal.ts";
import { TREATMENTS } from "#research/citing.ts";
import type { CitingRequest } from "#research/citing.ts";
import { UNSEEN } from "#research/standing.ts";
import type { CitersShown, LaterTreatment } from "./pages/standing-section.ts";
import type { Services } from "./services.ts";

const CITERS_ON_PAGE = 10;

/** Which of those who cite a decision its page is asked for; what names none of them is passed over. */
export function citersIn(given: (name: string) => string | undefined, courtIds: ReadonlySet<string>): CitersShown {
  const treatment = TREATMENTS.find((one) => one === given("treatment")) ?? "";
  const court = given("court") ?? "";
  const yearOf = (name: string): string => /^[12]\d{3}$/u.exec(given(name) ?? "")?.[0] ?? "";
  return { treatment, court: courtIds.has(court) ? court : "", from: yearOf("from"), to: yearOf("to") };
}

function filterOf({ treatment, court, from, to }: CitersShown): Partial<CitingRequest> {
  const treatments = TREATMENTS.filter((one) => one === treatment);
  return {
    ...(treatments.length > 0 && { treatments }),
    ...(court !== "" && { courtIds: [court] }),
    ...(from !== "" && { dateFrom: `${from}-01-01` }),
    ...(to !== "" && { dateTo: `${to}-12-31` }),
  };
}

export type LaterAsked = { readonly opinionId: string; readonly page: number; readonly shown: CitersShown };

/** How the decision of an opinion stands and a page of those who cite it, as its page shows them. */
export async function laterTreatmentOf(
  { research }: Pick<Services, "research">,
  principal: Principal,
  { opinionId, page, shown }: LaterAsked,
): Promise<LaterTreatment> {
  const filter = filterOf(shown);
  const isNarrowed = Object.keys(filter).length > 0;
  const citers = async (at: number, only: Partial<CitingRequest>): Promise<LaterTreatment["citing"]> =>
    research.citing(principal, { ...only, opinionId, page: at, pageSize: CITERS_ON_PAGE });
  const [standings, citing, histories, counts] = await Promise.all([
    research.standings(principal, [opinionId]),
    citers(page, filter),
    research.directHistory(principal, [opinionId]),
    research.citingCounts(principal, opinionId),
  ]);
  const steps = histories.get(opinionId) ?? [];
  const standing = standings.get(opinionId) ?? UNSEEN;
  const ids = standing.history.map(({ documentId }) => documentId);
  const later = { standing, citing, steps, counts, shown };
  if (ids.length === 0) return { ...later, tellers: new Map(), quotes: new Map() };
  // Those who tell most come first among those who cite.
  const [{ opinions }, foremost] = await Promise.all([
    research.opinions(principal, { named: { by: "id", ids }, content: false, treatments: false }),
    page === 1 && !isNarrowed ? citing : citers(1, {}),
  ]);
  return {
    ...later,
    tellers: new Map(opinions.map((view) => [view.record.id, view])),
    quotes: new Map(foremost.results.map((one) => [one.opinionId, one.quote])),
  };
}
