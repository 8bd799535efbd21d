import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { halfOf } from "./chance.ts";
import type { Half } from "./chance.ts";
import { placeKey, printedCitations } from "./printed-citations.ts";
import type { PrintedCitation } from "./printed-citations.ts";

/** A citation of a held decision as another opinion prints it, or as the decision's own head does. */
export type Drawn = {
  readonly half: Half;
  /** `source:id` of the cited decision. */
  readonly sourceId: string;
  readonly workId: string;
  /** Whose words these are: what it prints is no evidence for itself. */
  readonly citingWorkId: string;
  readonly text: string;
  /** Places count from the beginning of `text`. */
  readonly citation: PrintedCitation;
};

export type Held = { readonly workId: string; readonly sourceId: string };

const BEFORE_CHARS = 400;
const AFTER_CHARS = 260;
const MORE_PER_WORK_MAX = 12;

export type Corpus = {
  /** One of each cited decision. */
  readonly drawn: readonly Drawn[];
  /** Further ones of the same decisions, for errors that few citations have a place for. */
  readonly more: readonly Drawn[];
  /** Citations that decisions print of themselves at their head, with their names as the sources have them. */
  readonly own: readonly Drawn[];
  /** Last page of a decision under a place, from the page marks of its text. */
  readonly lastPage: ReadonlyMap<string, number>;
};

/** One citation of each held decision, from the opinions in the order of their ids. */
export async function drawCitations(db: Reader): Promise<Corpus> {
  const held = await heldPlaces(db);
  const opinions = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select(["opinions.id", "opinions.pagination_citation", "clusters.work_id", "clusters.case_name"])
    .select(["clusters.source", "clusters.source_id", "clusters.court_id"])
    .orderBy("opinions.id")
    .execute();
  const drawn = new Map<string, Drawn>();
  const more = new Map<string, Drawn[]>();
  const own = new Map<string, Drawn>();
  const lastPage = new Map<string, number>();
  for (const opinion of opinions) {
    const row = await db
      .selectFrom("opinion_texts")
      .select(["text", "html"])
      .where("opinion_id", "=", opinion.id)
      .executeTakeFirstOrThrow();
    const text = row.text
      .replace(/\n\s*\n/gu, "\u0001")
      .replace(/\s+/gu, " ")
      .replaceAll("\u0001", "\n\n");
    notePages(lastPage, opinion.pagination_citation, row.html);
    for (const citation of printedCitations(text)) {
      const cited = held.get(placeKey(citation.volume.text, citation.reporter.text, citation.page.text));
      if (cited === undefined || cited === null || cited.workId === opinion.work_id) continue;
      const further = more.get(cited.workId) ?? [];
      if (further.length >= MORE_PER_WORK_MAX) continue;
      const one: Drawn = {
        half: halfOf(cited.sourceId),
        ...cited,
        citingWorkId: opinion.work_id,
        ...around(text, citation),
      };
      if (drawn.has(cited.workId)) further.push(one);
      else drawn.set(cited.workId, one);
      more.set(cited.workId, further);
    }
    const head = ownCitation(text, opinion, held);
    const sourceId = `${opinion.source}:${opinion.source_id}`;
    if (head !== undefined && !own.has(opinion.work_id))
      own.set(opinion.work_id, {
        half: halfOf(sourceId),
        sourceId,
        workId: opinion.work_id,
        citingWorkId: "",
        ...head,
      });
  }
  return { drawn: [...drawn.values()], more: [...more.values()].flat(), own: [...own.values()], lastPage };
}

/** Null where a place is held for several works. */
async function heldPlaces(db: Reader): Promise<Map<string, Held | null>> {
  const rows = await db
    .selectFrom("cluster_citations")
    .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
    .select(["volume", "reporter", "page", "work_id", "source", "source_id"])
    .orderBy("clusters.id")
    .execute();
  const held = new Map<string, Held | null>();
  for (const row of rows) {
    const key = placeKey(row.volume, row.reporter, row.page);
    const known = held.get(key);
    if (known === undefined) held.set(key, { workId: row.work_id, sourceId: `${row.source}:${row.source_id}` });
    else if (known !== null && known.workId !== row.work_id) held.set(key, null);
  }
  return held;
}

function notePages(lastPage: Map<string, number>, citedAs: string | null, html: string): void {
  const [, volume, reporter, page] = /^(\d+) (.+) (\d+)$/u.exec(citedAs ?? "") ?? [];
  if (volume === undefined || reporter === undefined || page === undefined) return;
  const key = placeKey(volume, reporter, page);
  for (const [, label] of html.matchAll(/<svc-ps label="(\d+)"/gu))
    lastPage.set(key, Math.max(Number(label), lastPage.get(key) ?? 0));
}

function around(text: string, citation: PrintedCitation): Pick<Drawn, "text" | "citation"> {
  const from = text.indexOf(" ", Math.max(0, citation.start - BEFORE_CHARS)) + 1;
  const start = from > citation.start || citation.start < BEFORE_CHARS ? 0 : from;
  const end = text.lastIndexOf(" ", Math.min(text.length, citation.end + AFTER_CHARS));
  const window = text.slice(start, Math.max(end, citation.end));
  const moved = printedCitations(window).find((one) => one.end === citation.end - start);
  return { text: window, citation: moved ?? shifted(citation, -start) };
}

function shifted(citation: PrintedCitation, by: number): PrintedCitation {
  return JSON.parse(JSON.stringify(citation), (name, value: unknown) =>
    (name === "start" || name === "end") && typeof value === "number" ? value + by : value,
  ) as PrintedCitation;
}

const HEAD_CHARS = 1500;
const OWN = /(\d{1,3}) (U\. ?S\.|F\. ?[23]d|F\. ?Supp\.(?: ?2d)?) (\d{1,4}) \(((?:1[789]|20)\d\d)\)/u;

/** `613 F.2d 44 (1980)` at the head of that very decision, behind its name, with the court as the record has it. */
function ownCitation(
  text: string,
  { case_name: caseName, work_id: workId, court_id }: { case_name: string; work_id: string; court_id: string },
  held: ReadonlyMap<string, Held | null>,
): Pick<Drawn, "text" | "citation"> | undefined {
  const [, volume = "", reporter = "", page = "", year = ""] = OWN.exec(text.slice(0, HEAD_CHARS)) ?? [];
  if (volume === "" || held.get(placeKey(volume, reporter, page))?.workId !== workId) return undefined;
  if (!/ v\. /u.test(caseName)) return undefined;
  const court = court_id === "scotus" ? "" : (courtById(court_id)?.abbreviation ?? "");
  const dated = court === "" ? year : `${court} ${year}`;
  const words = `The rule is settled. ${caseName}, ${volume} ${reporter} ${page} (${dated}). It governs here.`;
  const start = words.indexOf(caseName);
  const part = (of: string, from: number) => {
    const at = words.indexOf(of, from);
    return { text: of, start: at, end: at + of.length };
  };
  const [plaintiff = "", defendant = ""] = caseName.split(" v. ");
  const place = start + caseName.length;
  const placed = part(volume, place);
  return {
    text: words,
    citation: {
      start,
      end: words.indexOf(")", place) + 1,
      plaintiff: part(plaintiff, start),
      defendant: part(defendant, start),
      volume: placed,
      reporter: part(reporter, placed.end),
      page: part(page, part(reporter, placed.end).end),
      pin: null,
      parallel: null,
      court: court === "" ? null : part(court, words.indexOf("(", place)),
      year: part(year, words.indexOf("(", place) + 1 + court.length),
    },
  };
}
