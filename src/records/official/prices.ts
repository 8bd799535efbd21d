import { z } from "zod";
import { OnpointError } from "#base/errors.ts";

const DAY = z.iso.date();
const CENTS = z.number().int().min(0).max(100_000);

const PERIOD = z.strictObject({
  from: DAY,
  /** The last day, or null while none is known. */
  until: DAY.nullable(),
  page_cents: CENTS,
  /** Most pages that are charged for a case document, docket sheet or report on one case. */
  pages_max: z.number().int().min(1).max(10_000),
  audio_cents: CENTS,
  /** What may accrue in a quarter without being owed. One cent more, and all of it is owed. */
  waiver_cents: CENTS,
  source: z.string().min(1),
});

/** What the official records system charges in a period. Amounts are cents of a US dollar. */
export type PricePeriod = z.output<typeof PERIOD>;

const PERIODS = z.array(PERIOD).min(1).max(100);

/** In order of their days, without gaps. The next change of fees is a line here, or in the operator's own file. */
export const PRICE_PERIODS: readonly PricePeriod[] = [
  {
    from: "2020-01-01",
    until: "2026-12-31",
    page_cents: 10,
    pages_max: 30,
    audio_cents: 240,
    waiver_cents: 3_000,
    source: "Electronic Public Access Fee Schedule",
  },
  {
    from: "2027-01-01",
    until: null,
    page_cents: 12,
    // The announcement names no new most; the schedule words it as the fee for thirty pages.
    pages_max: 30,
    audio_cents: 240,
    waiver_cents: 4_000,
    source: "Announcement of 2026-06-26, in force from 2027-01-01",
  },
];

/** Reads an operator's own list. Throws `invalid_configuration` naming the first thing that is wrong with it. */
export function readPricePeriods(text: string, named: string): readonly PricePeriod[] {
  const parsed = PERIODS.safeParse(jsonOf(text));
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  if (!parsed.success) throw badList(named, `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
  const periods = parsed.data;
  for (const [at, period] of periods.entries()) {
    const next = periods[at + 1];
    const isLast = next === undefined;
    if (period.until === null && !isLast) throw badList(named, `the period from ${period.from} has no last day`);
    if (period.until !== null && period.until < period.from)
      throw badList(named, `${period.from} ends before it begins`);
    if (!isLast && dayAfter(period.until ?? "") !== next.from)
      throw badList(named, `${next.from} does not follow on ${period.until ?? ""}`);
  }
  return periods;
}

/**
 * The dearest prices that may be in force at a moment: courts lie in time zones a day apart, and a quote that says
 * "at most" must hold in all of them. Throws `invalid_configuration` when the list says nothing of that day.
 */
export function pricesAt(periods: readonly PricePeriod[], moment: Date): PricePeriod {
  const days = [-1, 0, 1].map((shift) => dayOf(new Date(moment.getTime() + shift * DAY_MS)));
  const inForce = periods.filter((period) => days.some((day) => covers(period, day)));
  const [dearest] = inForce.toSorted((one, other) => other.page_cents - one.page_cents);
  if (dearest === undefined)
    throw new OnpointError("invalid_configuration", `no price of the court records system is known for ${days[1]}`, {
      hint: "Write the prices of that day into the file of prices.",
    });
  return dearest;
}

/** The period of a calendar day (`YYYY-MM-DD`), as a bill is reckoned after it, or undefined. */
export function periodOf(periods: readonly PricePeriod[], day: string): PricePeriod | undefined {
  return periods.find((period) => covers(period, day));
}

/** `$3.00`. */
export function dollars(amount_cents: number): string {
  const sign = amount_cents < 0 ? "-" : "";
  const whole = Math.abs(amount_cents);
  return `${sign}$${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** The cents of an amount as the system prints it, `0.30` or `$3.00`; undefined for anything else. */
export function centsOf(text: string): number | undefined {
  const { whole, cents } = /^\$?(?<whole>\d{1,6})\.(?<cents>\d{2})$/u.exec(text)?.groups ?? {};
  return whole === undefined ? undefined : Number(whole) * 100 + Number(cents);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function covers({ from, until }: PricePeriod, day: string): boolean {
  return day >= from && (until === null || day <= until);
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badList(named: string, fault: string): OnpointError {
  return new OnpointError("invalid_configuration", `the prices in ${named} cannot be used: ${fault}`, {
    hint: "docs/operating/court-records.md shows such a file.",
  });
}
