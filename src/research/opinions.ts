import type { JsonText } from "#base/json-text.ts";
import type { Reader } from "#db/connection.ts";
import { docketsOfOtherOffices, findByDocket } from "#opinions/store/dockets.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { requireCourts } from "./courts.ts";
import type { Court } from "./courts.ts";
import type { Note } from "./note.ts";
import { textsLeftOut } from "./opinion-texts.ts";
import type { OpinionViews } from "./opinion-views.ts";
import type { Standing } from "./standing.ts";
import type { Timed } from "./timed.ts";
import type { CaseStep, TreatmentView } from "./treatments.ts";
import type { Unread } from "./unread.ts";

/** Opinions by their ids, by citations in whatever spelling, or by the docket they were filed in. */
export type OpinionsRequest = {
  readonly named:
    | { readonly by: "id"; readonly ids: readonly string[] }
    | { readonly by: "citation"; readonly citations: readonly string[] }
    | ({ readonly by: "docket" } & DocketNamed);
  /** With their text, as far as one answer has room for it. */
  readonly content: boolean;
  /** With what each citing opinion does to them. */
  readonly treatments: boolean;
};

export type DocketNamed = {
  readonly docketNumber: string;
  /** An abbreviation that several courts share means all of them. */
  readonly court: { readonly by: "id" | "abbreviation"; readonly given: string };
};

/** One opinion with what its court and the citator say of it. */
export type OpinionView = {
  readonly record: OpinionRecord;
  readonly court: { readonly abbreviation: string; readonly state: string };
  readonly standing: Standing;
  /** Present when content was asked for and the answer has room for it. */
  readonly html?: JsonText<string>;
  /** Present when detailed treatments were asked for. */
  readonly treatments?: readonly TreatmentView[];
  /** How many of them the answer has no room for; absent when it has them all. */
  readonly treatmentsLeftOut?: number;
  /** Present when detailed treatments were asked for and its case has other steps, earliest first. */
  readonly directHistory?: readonly CaseStep[];
};

export type OpinionsFound = {
  /** Each once, in the order asked for. */
  readonly opinions: readonly OpinionView[];
  /** Present for look-ups by citation: the citation as asked, with each opinion it names. */
  readonly citationMatches?: readonly { readonly citation: string; readonly opinionId: string }[];
  /** Present for look-ups by docket: the docket as recorded, with each opinion filed in it. */
  readonly docketMatches?: readonly {
    readonly docketNumber: string;
    readonly courtId: string;
    readonly courtAbbreviation: string;
    readonly opinionId: string;
  }[];
  /** What is not held, whose text is left out, and what the citator has not read of those who may cite them. */
  readonly notes: readonly Note[];
};

/** The ids a request names, in its order, and what else to say once it is known which of them are held. */
type Wanted = {
  readonly ids: readonly string[];
  readonly found: (held: readonly OpinionView[]) => Omit<OpinionsFound, "opinions">;
};

/** @throws OnpointError `invalid_input` for a docket whose court is none */
export async function lookUpOpinions(
  { db, views, unread }: { readonly db: Reader; readonly views: OpinionViews; readonly unread: Unread },
  request: OpinionsRequest,
  timed: Timed,
): Promise<OpinionsFound> {
  const lacks = await unread("counts");
  const wanted = await timed("lookup", async () => look(db, views, request.named));
  const opinions = await timed("read", async () => views.read(wanted.ids, request));
  const found = wanted.found(opinions);
  const leftOut = request.content ? textsLeftOut(opinions.map(({ record }) => record)) : [];
  const notCounted = opinions.length === 0 ? [] : lacks("counts");
  return { opinions, ...found, notes: [...found.notes, ...notCounted, ...leftOut.map(withoutText)] };
}

function withoutText(opinionId: string): Note {
  const message = `the text of ${opinionId} is left out, since the answer would be too large; ask for it apart`;
  return { message, reason: { code: "text_left_out", opinionId } };
}

async function look(db: Reader, views: OpinionViews, named: OpinionsRequest["named"]): Promise<Wanted> {
  if (named.by === "id") return lookById(named.ids);
  return named.by === "citation" ? lookByCitation(views, named.citations) : lookByDocket(db, named);
}

function lookById(ids: readonly string[]): Wanted {
  return {
    ids,
    found: (opinions) => {
      const held = new Set(opinions.map(({ record }) => record.id));
      const missing = [...new Set(ids)].filter((id) => !held.has(id));
      return { notes: missing.map((id) => notHeld(`the id ${id}`, { opinionId: id })) };
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
      notes: missing.map(({ asked }) => notHeld(`the citation ${asked}`, { citation: asked })),
    }),
  };
}

async function lookByDocket(db: Reader, { docketNumber, court }: DocketNamed): Promise<Wanted> {
  const path = court.by === "id" ? "docket.courtId" : "docket.courtAbbreviation";
  const { courts, respelled } = requireCourts(court.by, court.given, path);
  const lookups = courts.map(({ id }) => ({ courtId: id, docketNumber }));
  const perCourt = await Promise.all(lookups.map(async (lookup) => findByDocket(db, lookup)));
  const ids = perCourt.flat();
  const others = ids.length > 0 ? [] : await Promise.all(lookups.map(async (one) => docketsOfOtherOffices(db, one)));
  return {
    ids,
    found: (opinions) => ({
      docketMatches: opinions.map(({ record, court: { abbreviation } }) => ({
        docketNumber: record.docketNumber ?? docketNumber,
        courtId: record.courtId,
        courtAbbreviation: abbreviation,
        opinionId: record.id,
      })),
      notes: [
        ...(respelled === undefined ? [] : [respelled]),
        ...(opinions.length > 0 ? [] : [docketNotHeld(docketNumber, courts, others.flat())]),
      ],
    }),
  };
}

function docketNotHeld(docketNumber: string, courts: readonly Court[], otherOffices: readonly string[]): Note {
  const where = courts.map(({ abbreviation }) => abbreviation).join(" or ");
  const held = `; held there of another division: ${otherOffices.join(", ")}`;
  const under = `the docket number ${docketNumber} in ${where}${otherOffices.length === 0 ? "" : held}`;
  return notHeld(under, {
    docketNumber,
    courtIds: courts.map(({ id }) => id),
    ...(otherOffices.length === 0 ? {} : { otherOffices }),
  });
}

function notHeld(under: string, asked: Readonly<Record<string, string | readonly string[]>>): Note {
  return { message: `no opinion is held under ${under}`, reason: { code: "not_held", ...asked } };
}
