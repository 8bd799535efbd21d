import type { Principal } from "#accounts/principal.ts";
import { kindOfId } from "#base/ids.ts";
import type { Reader } from "#db/connection.ts";
import { monthsOfEntries } from "#dockets/store/list-entries.ts";
import { docketIdsByNumber } from "#dockets/store/read.ts";
import type { OpinionViews } from "../opinion-views.ts";
import type { Downloads } from "./downloads.ts";
import { findTrialFiling } from "../cases/filings/find.ts";
import type { ReadFiling } from "../cases/filings/model.ts";
import { openCourses } from "./course/read-course.ts";
import type { CourseView } from "./course/view.ts";
import { pageOfEntries } from "./entries.ts";
import type { EntriesAsked, EntriesPage } from "./entries.ts";
import { findFiling } from "./find-filing.ts";
import { getDocket } from "./get.ts";
import type { DocketRecord } from "./get.ts";
import type { DocketKey } from "./look-up.ts";
import type { DocketView, EntryMonth } from "./model.ts";
import { docketsNumbered } from "./numbered.ts";
import { quoteItems } from "./quote.ts";
import type { QuoteAnswer, QuoteItem } from "./quote.ts";
import { withWords } from "./read-filing.ts";
import { reportFile } from "./report.ts";
import type { ReportFile } from "./report.ts";
import type { Retrieval } from "./retrieval.ts";
import { docketViews } from "./views.ts";

/** What may be asked of dockets without a question. */
export type DocketResearch = {
  /** @throws `invalid_input` for what can name no docket */
  readonly get: (principal: Principal, key: DocketKey) => Promise<DocketRecord>;
  /** @throws `invalid_input` for what can name no docket, `too_costly` where too many lines are to be read */
  readonly entries: (principal: Principal, asked: EntriesAsked) => Promise<EntriesPage>;
  /** The dockets that an address means, in this court with this number, or by an id: several where cases share it. */
  readonly at: (principal: Principal, courtId: string, number: string) => Promise<readonly DocketView[]>;
  /** The dockets of any court with the number that a text begins with, in any spelling. */
  readonly numbered: (principal: Principal, text: string) => Promise<readonly DocketView[]>;
  /** In which months how many of its entries were filed. */
  readonly months: (principal: Principal, view: DocketView) => Promise<readonly EntryMonth[]>;
  /** What became of the case; undefined where its docket is longer than is read for a page. */
  readonly course: (principal: Principal, view: DocketView) => Promise<CourseView | undefined>;
  /** A filing of any source by its id, with its words where they are held; undefined when there is none. */
  readonly filing: (principal: Principal, id: string) => Promise<ReadFiling | undefined>;
  /** What fetching would cost at most. @throws `invalid_input` for an item that can name nothing */
  readonly quote: (principal: Principal, items: readonly QuoteItem[]) => Promise<QuoteAnswer>;
  /** What a signed download holds; undefined for one that is none of ours or has run out. */
  readonly report: (token: string) => Promise<ReportFile | undefined>;
};

export function createDocketResearch({
  db,
  views,
  downloads,
  retrieval,
}: {
  readonly db: Reader;
  readonly views: OpinionViews;
  readonly downloads: Downloads;
  readonly retrieval: Retrieval;
}): DocketResearch {
  const readCourse = openCourses(db);
  return {
    get: async (_principal, key) => getDocket({ db, views }, key),
    entries: async (_principal, asked) => pageOfEntries({ db, views }, asked),
    at: async (_principal, courtId, number) => {
      if (kindOfId(number) === "case") {
        const views = await docketViews(db, [number.toLowerCase()]);
        return views.filter(({ docket }) => docket.courtId === courtId);
      }
      const views = await docketViews(db, await docketIdsByNumber(db, courtId, number));
      const exact = views.filter(({ docket }) => docket.docketNumber === number);
      return exact.length > 0 ? exact : views;
    },
    numbered: async (_principal, text) => docketsNumbered(db, text),
    months: async (_principal, { docket }) => monthsOfEntries(db, docket.id),
    course: async (_principal, view) => readCourse(view),
    filing: async (_principal, id) => {
      if (kindOfId(id) !== "filing") return undefined;
      const trial = await findTrialFiling(db, { by: "id", id });
      if (trial !== undefined) return trial;
      const found = await findFiling(db, { by: "id", id });
      return found.status === "found" ? withWords(db, found.view) : undefined;
    },
    quote: async (principal, items) => quoteItems({ db, views, retrieval }, principal, items),
    report: async (token) => {
      const docketId = downloads.read(token);
      return docketId === undefined ? undefined : reportFile(db, docketId);
    },
  };
}
