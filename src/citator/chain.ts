import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { citationRelation, decisionRelation, opinionRelation } from "#opinions/store/relations.ts";
import type { Treatment } from "./model.ts";
import { orderIn } from "./review-orders.ts";

/** A decision of a chain; what is not held is known as it is cited. */
export type ChainDecision = {
  readonly workId: string | null;
  readonly opinionId: string | null;
  readonly citation: string;
  readonly courtId: string | null;
  /** `YYYY-MM-DD`, or a year. */
  readonly date: string | null;
  /** What its page is called by; null for one that is not held. */
  readonly page: { readonly publicNumber: number; readonly slug: string } | null;
};

/** One step in the course of a case: what a court did to a judgment below, or to a petition to review it. */
export type ChainStep = {
  readonly outcome: string;
  readonly isInPart: boolean;
  readonly by: ChainDecision;
  readonly of: ChainDecision;
  /** The opinion that tells of it, where the one that did it was not read itself. */
  readonly toldBy: string | null;
};

const STEPS_MAX = 20;
/** As many courts as a case goes through. */
const COURTS_MAX = 3;
const TELLERS_MAX = 40;

/**
 * The course of the case that each opinion belongs to, earliest first: what reviewing courts did by their own
 * dispositions, up and down from the decision, and what others tell of it. An opinion whose case has no other decision
 * has no entry. A bounded number of rows for each decision.
 */
export async function readChains(
  db: Reader,
  opinionIds: readonly string[],
): Promise<Map<string, readonly ChainStep[]>> {
  const chains = new Map<string, readonly ChainStep[]>();
  const works = new Map<string, readonly ChainStep[]>();
  for (const ids of inParts(opinionIds)) {
    const rows = await db
      .selectFrom(opinionRelation(db).as("opinion"))
      .innerJoin(decisionRelation(db).as("decision"), "decision.id", "opinion.cluster_id")
      .select(["opinion.id", "decision.work_id"])
      .where("opinion.id", "in", ids)
      .execute();
    for (const { id, work_id } of rows) {
      const steps = works.get(work_id) ?? (await chainOf(db, work_id));
      works.set(work_id, steps);
      if (steps.length > 0) chains.set(id, steps);
    }
  }
  return chains;
}

async function chainOf(db: Reader, workId: string): Promise<readonly ChainStep[]> {
  const steps = new Map<string, ChainStep>();
  let frontier = [workId];
  const seen = new Set(frontier);
  for (let court = 0; court < COURTS_MAX && frontier.length > 0 && steps.size < STEPS_MAX; court += 1) {
    const found = [...(await ownSteps(db, "above", frontier)), ...(await ownSteps(db, "below", frontier))];
    for (const step of found) steps.set(keyOf(step), step);
    frontier = found
      .flatMap(({ by, of }) => [by.workId, of.workId])
      .filter((id): id is string => id !== null && !seen.has(id));
    for (const id of frontier) seen.add(id);
  }
  for (const step of await toldSteps(db, workId)) if (!steps.has(keyOf(step))) steps.set(keyOf(step), step);
  return [...steps.values()].toSorted((one, other) => compareText(dateOf(one), dateOf(other))).slice(0, STEPS_MAX);
}

function dateOf({ by, of }: ChainStep): string {
  return by.date ?? of.date ?? "9999";
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** One act is one step, however many tell of it. */
function keyOf({ by, of }: ChainStep): string {
  return [by, of].map(({ workId, citation }) => workId ?? citation.split(", ").at(-1) ?? "").join(" ");
}

/** What dispositions did to these works (`above`), or what those of these works did to others (`below`). */
async function ownSteps(db: Reader, side: "above" | "below", workIds: readonly string[]): Promise<ChainStep[]> {
  const rows = await edges(db)
    .where(side === "above" ? "cited.work_id" : "citing.work_id", "in", workIds)
    .where("edge.authoritative", "=", 1)
    .where("edge.cue", "like", "disposition:%")
    .orderBy("edge.citing_id")
    .orderBy("edge.authority")
    .limit(STEPS_MAX)
    .execute();
  return rows.map((row) => ({
    outcome: row.treatment,
    isInPart: row.scope === "part",
    by: actorOf(row),
    of: citedOf(row),
    toldBy: null,
  }));
}

const TOLD = ["Affirmed", "Reversed", "Vacated"] as const satisfies readonly Treatment[];

/** What later decisions tell of this one: how review ended, and whether it was sought in vain. */
async function toldSteps(db: Reader, workId: string): Promise<ChainStep[]> {
  const tellings = await edges(db)
    .where("cited.work_id", "=", workId)
    // Those who tell that it ended come before those who merely cite it, some of whom cite an order behind it.
    .orderBy((row) => row.case().when("edge.voice", "=", "history").then(0).else(1).end())
    .orderBy("edge.citing_id")
    .limit(TELLERS_MAX)
    .execute();
  const beside = new Map<number, EdgeRow[]>();
  for (const ids of inParts([...new Set(tellings.map(({ citing_id }) => citing_id))]))
    for (const row of await edges(db).where("edge.citing_id", "in", ids).execute())
      beside.set(row.citing_id, [...(beside.get(row.citing_id) ?? []), row]);
  return tellings.flatMap((telling) => {
    const others = beside.get(telling.citing_id) ?? [];
    const of = citedOf(telling);
    const toldBy = telling.opinion_id;
    const isTold = telling.voice === "history" && TOLD.some((one) => one === telling.treatment);
    const name = isTold ? telling.told_by : null;
    const actor = name === null ? undefined : others.find(({ cited_as }) => name.endsWith(cited_as));
    const orders = others.flatMap((row) => {
      const order = orderIn(row.cue);
      return order?.authority === telling.authority
        ? [{ outcome: order.outcome, isInPart: false, by: citedOf(row), of, toldBy }]
        : [];
    });
    return actor === undefined
      ? orders
      : [...orders, { outcome: telling.treatment, isInPart: telling.scope === "part", by: citedOf(actor), of, toldBy }];
  });
}

type EdgeRow = Awaited<ReturnType<ReturnType<typeof edges>["execute"]>>[number];

function edges(db: Reader) {
  return db
    .selectFrom("citing_edges as edge")
    .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
    .leftJoin(citationRelation(db).as("citing_printed"), (join) =>
      join.onRef("citing_printed.cluster_id", "=", "citing.id").on("citing_printed.ordinal", "=", 0),
    )
    .leftJoin(decisionRelation(db).as("cited"), "cited.id", "edge.cited_cluster_id")
    .leftJoin(citationRelation(db).as("cited_printed"), (join) =>
      join.onRef("cited_printed.cluster_id", "=", "cited.id").on("cited_printed.ordinal", "=", 0),
    )
    .leftJoin(opinionRelation(db).as("cited_opinion"), (join) =>
      join.onRef("cited_opinion.cluster_id", "=", "cited.id").on("cited_opinion.ordinal", "=", 0),
    )
    .select([
      "edge.citing_id",
      "edge.authority",
      "edge.treatment",
      "edge.scope",
      "edge.voice",
      "edge.told_by",
      "edge.cue",
    ])
    .select(["edge.cited_as", "edge.name", "edge.year", "edge.court_id as printed_court"])
    .select(["by.opinion_id", "citing.work_id as citing_work", "citing.case_name as citing_name"])
    .select(["citing.court_id as citing_court", "citing.date_filed as citing_date"])
    .select(["citing.public_number as citing_number", "citing.slug as citing_slug"])
    .select(["cited.public_number as cited_number", "cited.slug as cited_slug"])
    .select(["citing_printed.cited_as as citing_citation", "cited.work_id as cited_work"])
    .select(["cited.case_name as cited_name", "cited.court_id as cited_court", "cited.date_filed as cited_date"])
    .select(["cited_printed.cited_as as cited_citation", "cited_opinion.id as cited_opinion"]);
}

function actorOf(row: EdgeRow): ChainDecision {
  return {
    workId: row.citing_work,
    opinionId: row.opinion_id,
    citation: named(row.citing_name, row.citing_citation),
    courtId: row.citing_court,
    date: row.citing_date,
    page: { publicNumber: row.citing_number, slug: row.citing_slug },
  };
}

function citedOf(row: EdgeRow): ChainDecision {
  return {
    workId: row.cited_work,
    opinionId: row.cited_opinion,
    citation: named(row.cited_name ?? row.name, row.cited_citation ?? row.cited_as),
    courtId: row.cited_court ?? row.printed_court,
    date: row.cited_date ?? (row.year === null ? null : String(row.year)),
    page:
      row.cited_number === null || row.cited_slug === null
        ? null
        : { publicNumber: row.cited_number, slug: row.cited_slug },
  };
}

function named(name: string | null, citation: string | null): string {
  return [name, citation].filter((part) => part !== null).join(", ");
}
