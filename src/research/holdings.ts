import { allCourts, courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { courtHoldings, decisionsOfCourt, decisionYears } from "#opinions/store/court-holdings.ts";
import type { CourtHolding, DecisionListed } from "#opinions/store/court-holdings.ts";
import type { Court } from "./courts.ts";

export type { DecisionListed };

/** A court of which decisions are held. */
export type HeldCourt = CourtHolding & { readonly court: Court };

export type CourtAsked = {
  readonly courtId: string;
  /** Years, inclusive; undefined where it is open. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

/** What is held of one court. */
export type CourtSheet = {
  readonly court: Court;
  readonly decisions: number;
  readonly years: readonly { readonly year: number; readonly count: number }[];
  /** Those of the years asked for, the newest first. */
  readonly listed: readonly DecisionListed[];
  readonly hasNext: boolean;
};

/** What is held, to be looked through without a question. */
export type Holdings = {
  /** In the order of the court table: federal first. */
  readonly courts: () => Promise<readonly HeldCourt[]>;
  /** Undefined for a court that is none. */
  readonly court: (asked: CourtAsked) => Promise<CourtSheet | undefined>;
};

/** Counting walks an index of all decisions, so what was counted is told for so long. */
const COUNTED_MS = 60_000;

export function holdingsOf(db: Reader, now_ms: () => number): Holdings {
  let counted: { readonly at_ms: number; readonly held: Promise<readonly CourtHolding[]> } | undefined;
  const counts = async (): Promise<readonly CourtHolding[]> => {
    if (counted === undefined || now_ms() - counted.at_ms > COUNTED_MS) {
      const held = courtHoldings(db);
      counted = { at_ms: now_ms(), held };
      held.catch(() => (counted = undefined));
    }
    return counted.held;
  };
  return {
    courts: async () => {
      const held = new Map((await counts()).map((one) => [one.courtId, one]));
      return allCourts().flatMap((court) => {
        const holding = held.get(court.id);
        return holding === undefined ? [] : [{ ...holding, court }];
      });
    },
    court: async ({ courtId, from, to, page, pageSize }) => {
      const court = courtById(courtId);
      if (court === undefined) return undefined;
      const days = { from: from === undefined ? "" : `${from}-01-01`, to: to === undefined ? "" : `${to}-12-31` };
      const [held, years, listed] = await Promise.all([
        counts(),
        decisionYears(db, courtId),
        decisionsOfCourt(db, { courtId, ...days, offset: (page - 1) * pageSize, limit: pageSize + 1 }),
      ]);
      return {
        court,
        decisions: held.find((one) => one.courtId === courtId)?.decisions ?? 0,
        years,
        listed: listed.slice(0, pageSize),
        hasNext: listed.length > pageSize,
      };
    },
  };
}
