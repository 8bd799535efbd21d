import { encodeOpinionsGet } from "#contracts/http-v1/codec/opinions.ts";
import { opinionsGet } from "#contracts/http-v1/operations.ts";
import type { OpinionsGetRequest } from "#contracts/http-v1/schema/opinions.ts";
import { courtById, resolveCourt, type Court } from "#courts/courts.ts";
import { findByDocket } from "#opinions/store/read.ts";
import { timed } from "../context.ts";
import { noSuchCourt, noSuchCourtId } from "#research/court-faults.ts";
import type { OpinionsFound, OpinionView } from "#research/opinions.ts";
import { textsLeftOut } from "#research/opinion-texts.ts";
import { opinionViews, type OpinionViews } from "#research/opinion-views.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { apiRoute, type Route } from "./route.ts";

type DocketLookup = NonNullable<OpinionsGetRequest["docket"]>;

/** The ids a request names, in its order, and what else to say once it is known which of them are held. */
type Wanted = {
  readonly ids: readonly string[];
  readonly found: (held: readonly OpinionView[]) => Omit<OpinionsFound, "opinions">;
};

export function opinionsGetRoute(services: Services, baseUrl: string, now_ms: () => number): Route {
  const views = opinionViews(services, now_ms);
  return apiRoute(opinionsGet, async (request, c) => {
    const wanted = await timed(c, "lookup", async () => look(services, views, request));
    const opinions = await timed(c, "read", async () =>
      views.read(wanted.ids, { content: request.include_content, treatments: request.include_detailed_treatments }),
    );
    const found = wanted.found(opinions);
    const leftOut = request.include_content ? textsLeftOut(opinions.map(({ record }) => record)) : [];
    return encodeOpinionsGet(
      { opinions, ...found, warnings: [...found.warnings, ...leftOut.map(withoutText)] },
      baseUrl,
    );
  });
}

function withoutText(id: string): string {
  return `the text of ${id} is left out, since the answer would be too large; ask for it apart`;
}

async function look(services: Services, views: OpinionViews, request: OpinionsGetRequest): Promise<Wanted> {
  if (request.docket !== undefined) return lookByDocket(services, request.docket);
  if (request.citations !== undefined) return lookByCitation(views, request.citations);
  return lookById(request.opinion_ids ?? []);
}

function lookById(ids: readonly string[]): Wanted {
  return {
    ids,
    found: (opinions) => {
      const held = new Set(opinions.map(({ record }) => record.id));
      const missing = [...new Set(ids)].filter((id) => !held.has(id));
      return { warnings: missing.map((id) => `no opinion is held under the id ${id}`) };
    },
  };
}

async function lookByCitation(views: OpinionViews, citations: readonly string[]): Promise<Wanted> {
  const matches = await views.find([...new Set(citations)]);
  const missing = matches.filter((match) => match.opinionIds.length === 0);
  return {
    ids: matches.flatMap((match) => match.opinionIds),
    found: () => ({
      citationMatches: matches.flatMap(({ asked, opinionIds }) =>
        opinionIds.map((opinionId) => ({ citation: asked, opinionId })),
      ),
      warnings: missing.map(({ asked }) => `no opinion is held under the citation ${asked}`),
    }),
  };
}

async function lookByDocket(services: Services, docket: DocketLookup): Promise<Wanted> {
  const courts = courtsOf(docket);
  const docketNumber = docket.docket_number;
  const perCourt = await Promise.all(
    courts.map(async ({ id }) => findByDocket(services.db, { courtId: id, docketNumber })),
  );
  const where = courts.map(({ abbreviation }) => abbreviation).join(" or ");
  return {
    ids: perCourt.flat(),
    found: (opinions) => ({
      docketMatches: opinions.map(({ record, court }) => ({
        docketNumber: record.docketNumber ?? docketNumber,
        courtId: record.courtId,
        courtAbbreviation: court.abbreviation,
        opinionId: record.id,
      })),
      warnings: opinions.length > 0 ? [] : [`no opinion is held under the docket number ${docketNumber} in ${where}`],
    }),
  };
}

/** An abbreviation that several courts share means all of them. */
function courtsOf({ court_id, court_abbreviation }: DocketLookup): readonly Court[] {
  if (court_id !== undefined) {
    const court = courtById(court_id);
    if (court !== undefined) return [court];
    return refuse("docket.court_id", noSuchCourtId(court_id));
  }
  const given = court_abbreviation ?? "";
  const found = resolveCourt(given);
  if (found.ok) return found.value;
  const message = noSuchCourt(given, found.error.suggestions, ({ abbreviation }) => abbreviation);
  return refuse("docket.court_abbreviation", message);
}

function refuse(path: string, message: string): never {
  throw new HttpProblem("invalid_input", `${path}: ${message}`, { faults: [{ path, message }] });
}
