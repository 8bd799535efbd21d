import { lawKey } from "#citations/laws/law-key.ts";
import type { Reader } from "#db/connection.ts";
import { nodesOfCitationKeys } from "#laws/store/read.ts";
import { dayBefore, startOf } from "#laws/currency.ts";
import { editionsOf } from "#laws/store/editions.ts";
import type { LawView } from "./view.ts";

/**
 * On what it rests that a text is called law today, or is not: the day its source states, the newest edition held, the
 * source's word for what it has today, a line in the place of a text, a temporary act, or a paper that is no law itself.
 */
export const LAW_BASES = [
  "stated_effective_date",
  "newest_edition_held",
  "source_says_current",
  "placeholder",
  "temporary_until",
  "proposed",
  "withdrawn",
  "notice",
] as const;
export type LawBasis = (typeof LAW_BASES)[number];

export type LawCurrency = {
  readonly basis: LawBasis;
  /** The day up to which the source vouches for this text; null where it says of none. */
  readonly checkedThrough: string | null;
  /** What to say of it in one sentence, without its full stop. */
  readonly told: string;
  /** The source vouches for a day so near that the text may be called law today. */
  readonly isVouched: boolean;
};

/**
 * For how many days after its last edition a source's text may be called law today: twice the time in which its
 * publisher brings the next edition out. Others may state in their files until when they are good.
 */
const VOUCHED_DAYS: Readonly<Record<string, number>> = {
  "dc-code": 60,
  uslm: 60,
  ecfr: 14,
  "new-york": 14,
  california: 14,
};
const VOUCHED_DAYS_ELSE = 90;
/** Their collection as a whole says up to which day it speaks; of the others only editions do, part by part. */
const WHOLE_AT_ONCE: ReadonlySet<string> = new Set(["law-jsonl", "sample"]);
const DAY_MS = 86_400_000;

/** A version and the one after it, if there is one. */
export type LawInChain = LawView & { readonly next?: LawView["version"] | undefined };

/** How each of these stands, in their order, `today` and on the day that was asked for. */
export async function currenciesOf(
  db: Reader,
  views: readonly LawInChain[],
  { date, today }: { readonly date: string; readonly today: string },
): Promise<LawCurrency[]> {
  const editions = await editionsOf(
    db,
    views.map(({ version }) => version),
  );
  const permanent = await permanentTexts(db, views, today);
  return views.map((view, at) => {
    const currency = currencyOf(view, editions[at] ?? [], { date, today });
    const since = permanent.get(view.version.id);
    return since === undefined
      ? currency
      : { ...currency, told: `${currency.told}; what it says since may be ${since}` };
  });
}

/** The D.C. Code prints what a section says once temporary acts have lapsed under the number of the section with this behind. */
const PERMANENT = "(Perm)";

/** Of texts that have lapsed by themselves, as a whole or in part, the citation of the text that may stand there since. */
async function permanentTexts(
  db: Reader,
  views: readonly LawView[],
  today: string,
): Promise<ReadonlyMap<string, string>> {
  const sought = views.flatMap(({ version, collection }) => {
    const { id, citation, expiresOn = "9999", isTombstone } = version;
    if (collection.source !== "dc-code" || citation === null || isTombstone || expiresOn > today) return [];
    const permanent = `${citation}${PERMANENT}`;
    return [{ id, permanent, key: lawKey(permanent) }];
  });
  if (sought.length === 0) return new Map();
  const held = await nodesOfCitationKeys(
    db,
    sought.map(({ key }) => key),
  );
  return new Map(sought.flatMap(({ id, permanent, key }) => (held.has(key) ? [[id, permanent] as const] : [])));
}

/** Of a version that another followed: the last edition before that one, or the day before the one on which it began. */
function checkedThrough(
  { version, collection, next: announced }: LawInChain,
  editions: readonly string[],
  today: string,
): string | null {
  const next = announced !== undefined && startOf(announced) <= today ? announced : undefined;
  const whole = WHOLE_AT_ONCE.has(collection.source) ? collection.currentThrough : null;
  const days = [...editions, whole, version.edition].filter((day) => day !== null);
  const before = next === undefined ? days : days.filter((day) => day < (next.edition ?? startOf(next)));
  const known = next?.effectiveDate == null ? before : [...before, dayBefore(next.effectiveDate)];
  return known.toSorted().at(-1) ?? null;
}

function currencyOf(
  view: LawInChain,
  editions: readonly string[],
  { date, today }: { readonly date: string; readonly today: string },
): LawCurrency {
  const { collection } = view;
  const checked = checkedThrough(view, editions, today);
  const days = VOUCHED_DAYS[collection.source] ?? VOUCHED_DAYS_ELSE;
  const isVouched = checked !== null && Date.parse(today) - Date.parse(checked) <= days * DAY_MS;
  const basis = basisOf(view, isVouched);
  return { basis, checkedThrough: checked, isVouched, told: toldOf(view, { basis, checked, isVouched, date, today }) };
}

function basisOf({ version }: LawView, isVouched: boolean): LawBasis {
  const { caveat, expiresOn, type, effectiveDate } = version;
  if (caveat === "placeholder" || caveat === "displaced") return "placeholder";
  if (caveat === "proposed" || caveat === "withdrawn") return caveat;
  if (expiresOn !== undefined) return "temporary_until";
  if (type === "notice") return "notice";
  if (isVouched) return "source_says_current";
  return effectiveDate === null ? "newest_edition_held" : "stated_effective_date";
}

type Told = Pick<LawCurrency, "basis" | "isVouched"> & {
  readonly checked: string | null;
  readonly date: string;
  readonly today: string;
};

/** Of what is no law, whatever its days; undefined of law. */
function toldOfOther({ version }: LawView, basis: LawBasis): string | undefined {
  const what = version.citation ?? version.path;
  const published =
    version.publicationDate === null ? undefined : `published on ${dayInWords(version.publicationDate)}`;
  const on = published === undefined ? "" : ` ${published}`;
  if (basis === "placeholder") {
    return version.caveat === "displaced"
      ? `${what} is not in force: it is what the section will say once temporary acts expire`
      : `${what} is not in force: the source prints a note here in place of a text`;
  }
  if (basis === "proposed") return `${what} is a proposed rule${on}; it is not law`;
  if (basis === "withdrawn") {
    return `${what} withdraws a proposed rule${published === undefined ? "" : ` and was ${published}`}; it is not law`;
  }
  return basis === "notice" ? `${what} is a notice${on}; it is not a law or a rule` : undefined;
}

function toldOf(view: LawView, { basis, checked, isVouched, date, today }: Told): string {
  const other = toldOfOther(view, basis);
  if (other !== undefined) return other;
  const { version, standing } = view;
  const what = version.citation ?? version.path;
  const { expiresOn = "", effectiveDate } = version;
  if (!standing.isCurrent) {
    if (basis === "temporary_until" && expiresOn <= today && !version.isTombstone) {
      return `${what} is not in force: it was temporary or emergency law that expired on ${dayInWords(expiresOn)}`;
    }
    return standing.isHistorical
      ? `this version of ${what} is not in force: superseded or repealed`
      : `this version of ${what} is not in force yet: it takes effect on ${dayInWords(effectiveDate ?? date)}`;
  }
  const amended = version.caveat === "amended";
  if (amended && expiresOn <= today) {
    return `${what} is printed with temporary or emergency amendments that expired on ${dayInWords(expiresOn)}; the text since then is not held`;
  }
  const temporary = amended
    ? "temporary or emergency amendments in it expire"
    : "it is temporary or emergency law that expires";
  const until = basis === "temporary_until" ? `; ${temporary} on ${dayInWords(expiresOn)}` : "";
  if (isVouched) return `${what} is in force${until}`;
  if (checked !== null) return `${what} is in force as of ${dayInWords(checked)}; not checked since${until}`;
  return effectiveDate === null
    ? `${what} is on file without a date: its source does not say when this text was last in force${until}`
    : `${what} took effect on ${dayInWords(effectiveDate)}; whether it is still in force has not been checked${until}`;
}

const IN_WORDS = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" });

/** `2013-07-26` as `July 26, 2013`. */
export function dayInWords(day: string): string {
  return IN_WORDS.format(new Date(day));
}

/** What to say of the law of another day than today: null where the day is today. */
export function asOfTold(
  { checkedThrough: checked }: LawCurrency,
  { effectiveDate }: LawView["version"],
  inForceOn: string | null,
): string | null {
  if (inForceOn === null) return null;
  if (checked === null) {
    return effectiveDate === null
      ? `whether this is the law of ${dayInWords(inForceOn)} is not known: its source states no date`
      : `it took effect on ${dayInWords(effectiveDate)}; whether it was still the law of ${dayInWords(inForceOn)} has not been checked`;
  }
  if (inForceOn <= checked) return `this is the law of ${inForceOn}`;
  return `this text was checked through ${dayInWords(checked)}: whether it is the law of ${dayInWords(inForceOn)} is not known`;
}
