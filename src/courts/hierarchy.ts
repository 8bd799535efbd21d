import type { Court } from "./model.ts";
import { courtById, wholeCourtIds } from "./registry.ts";

export type BindingOptions = {
  /**
   * Whether the point decided is one of federal law (the default) or of a state's own law. On state law the
   * state's high court has the last word everywhere, and the Supreme Court of the United States has none.
   */
  readonly federalQuestion?: boolean | undefined;
  /** Day of the binding decision, `YYYY-MM-DD`: matters only for courts that took over a predecessor's precedents. */
  readonly decided?: string | undefined;
};

/**
 * Whether a decision of one court is binding on another, as a citator asks it: can this court's decision change
 * what the other court's opinion is worth there?
 *
 * - A court binds every court below it on its own line of appeal (vertical stare decisis).
 * - A court binds itself. A panel of a court of appeals is bound by earlier panels; a trial judge is not bound by
 *   a colleague, but a later decision of the same court still changes the standing of the earlier one.
 * - A division (a county, a district of an appeals court) speaks for the whole court.
 * - The Supreme Court binds every court on federal law.
 * - On state law the state's high court binds every federal court too (Erie R.R. v. Tompkins, 304 U.S. 64 (1938)).
 * - Federal courts of appeals do not bind state courts, not even on federal law, nor the courts of other circuits.
 * - A court that adopted a predecessor's precedents is bound by them; see `PREDECESSORS`.
 *
 * Where review goes to several courts (the Tax Court, the Board of Immigration Appeals), each of them binds; which
 * one does in a given case depends on the party's residence (Golsen v. Commissioner, 54 T.C. 742 (1970)).
 * False for an unknown id, and for offices and agencies except over those whose appeals they hear.
 */
export function isBinding(courtId: string, onCourtId: string, options: BindingOptions = {}): boolean {
  const court = courtById(courtId);
  const onCourt = courtById(onCourtId);
  if (court === undefined || onCourt === undefined) return false;
  const { federalQuestion = true, decided } = options;
  const speakers = wholeCourtIds(courtId);
  const bound = onLineOfAppeal(onCourtId, (id) => speakers.includes(id) || inherits(id, speakers, decided));
  if (court.id === "scotus") return speaksForSupremeCourt(onCourt, federalQuestion);
  if (bound) return true;
  return !federalQuestion && isStateHighCourt(court) && onCourt.state === "Federal" && onCourt.id !== "scotus";
}

/**
 * Whether a court must follow a decision of another, or of itself: what is shown as binding. It is what `isBinding` says,
 * less the decisions of trial judges: those of a federal district court bind no court, not even the same judge in another
 * case (Camreta v. Greene, 563 U.S. 692, 709 n.7 (2011)), and those of other trial courts only the courts whose appeals
 * they hear. `SITTING_AS_ONE` are the trial courts whose decisions are the whole court's.
 */
export function mustFollow(courtId: string, onCourtId: string, options: BindingOptions = {}): boolean {
  const court = courtById(courtId);
  if (court === undefined || court.jurisdiction === "Federal District") return false;
  const isTrial = (court.level === "trial" || court.level === "limited") && !SITTING_AS_ONE.has(court.id);
  if (isTrial && !appealChain(onCourtId).some((id) => wholeCourtIds(courtId).includes(id))) return false;
  return isBinding(courtId, onCourtId, options);
}

/**
 * The Tax Court, which goes by its own precedents (Lawrence v. Commissioner, 27 T.C. 713, 716 (1957)), the Board before
 * it, and the Court of Claims, which decided en banc and whose decisions the Federal Circuit adopted.
 */
const SITTING_AS_ONE: ReadonlySet<string> = new Set(["tax", "bta", "cc"]);

function speaksForSupremeCourt(onCourt: Court, federalQuestion: boolean): boolean {
  if (onCourt.jurisdiction === "International" || (onCourt.level === "other" && onCourt.state !== "Federal"))
    return false;
  // Tribal courts are bound on federal law, but have no line of appeal to the Court.
  return federalQuestion || onCourt.state === "Federal";
}

function isStateHighCourt(court: Court): boolean {
  return court.level === "high" && (court.jurisdiction === "State Supreme" || court.jurisdiction === "U.S. Territory");
}

/**
 * Courts whose precedents another court adopted as its own, with the last day of decisions so adopted: the old
 * Fifth Circuit's by the Eleventh (Bonner v. City of Prichard, 661 F.2d 1206 (11th Cir. 1981) (en banc)), the Court
 * of Claims' and the Court of Customs and Patent Appeals' by the Federal Circuit (South Corp. v. United States,
 * 690 F.2d 1368 (Fed. Cir. 1982) (en banc)); and courts that went on under a new name.
 */
const PREDECESSORS: readonly { readonly court: string; readonly of: string; readonly until: string }[] = [
  { court: "ca5", of: "ca11", until: "1981-09-30" },
  { court: "cc", of: "cafc", until: "1982-09-30" },
  { court: "ccpa", of: "cafc", until: "1982-09-30" },
  { court: "cusc", of: "cit", until: "1980-10-31" },
  { court: "bta", of: "tax", until: "1942-10-21" },
  { court: "cma", of: "armfor", until: "1994-10-04" },
  { court: "usarmymilrev", of: "acca", until: "1994-10-04" },
  { court: "usafctmilrev", of: "afcca", until: "1994-10-04" },
  { court: "usnmcmilrev", of: "nmcca", until: "1994-10-04" },
  { court: "cgcomilrev", of: "uscgcoca", until: "1994-10-04" },
  { court: "bpai", of: "ptab", until: "2012-09-15" },
  { court: "kyctapphigh", of: "ky", until: "1975-12-31" },
];

/** Courts that closed bind their successors at any date; the Fifth Circuit goes on, so its date must be known. */
function inherits(id: string, speakers: readonly string[], decided: string | undefined): boolean {
  return PREDECESSORS.some(({ court, of, until }) => {
    if (of !== id || !speakers.includes(court)) return false;
    return decided === undefined ? courtById(court)?.inUse === false : decided <= until;
  });
}

/**
 * When another court must follow decisions of a court, for whoever orders many of them at once: those decided up to a day
 * (`YYYY-MM-DD`; the last day of the calendar when at all times, null when never), and those whose day is not known.
 */
export function bindingDays(
  courtId: string,
  onCourtId: string,
): { readonly until: string | null; readonly undated: boolean } {
  const binds = (decided: string): boolean => mustFollow(courtId, onCourtId, { decided });
  const days = [
    LAST_DAY,
    ...PREDECESSORS.map(({ until }) => until)
      .toSorted()
      .toReversed(),
  ];
  return { until: days.find(binds) ?? null, undated: mustFollow(courtId, onCourtId) };
}

const LAST_DAY = "9999-12-31";

/** Walks up from a court, itself and the court it is a division of included, until `found` says yes. */
function onLineOfAppeal(fromId: string, found: (id: string) => boolean): boolean {
  const seen = new Set<string>();
  const open = [fromId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (found(id)) return true;
    const court = courtById(id);
    if (court !== undefined) open.push(...court.appealsTo, ...(court.partOf === null ? [] : [court.partOf]));
  }
  return false;
}

/** The courts above a court on its line of appeal, nearest first; where lines fork, all of a step come together. */
export function appealChain(courtId: string): string[] {
  const chain = new Set<string>([courtId]);
  for (const id of chain) {
    for (const above of courtById(id)?.appealsTo ?? []) chain.add(above);
  }
  chain.delete(courtId);
  return [...chain];
}

const RANK_UNKNOWN = 99;

/**
 * A number for ordering courts from high to low, 0 for the Supreme Court: federal courts of appeals, then the high
 * courts of states, territories and the military, then intermediate, trial and limited courts, federal before state
 * at each step, then tribal courts, offices and foreign courts. 99 for an unknown id.
 */
export function courtRank(courtId: string): number {
  const court = courtById(courtId);
  if (court === undefined) return RANK_UNKNOWN;
  if (court.id === "scotus") return 0;
  if (court.jurisdiction === "Federal Appellate") return 1;
  if (court.jurisdiction === "International") return 18;
  if (court.level === "other" || court.jurisdiction === "Committee") return 17;
  const step = { high: 2, intermediate: 4, trial: 8, limited: 10 }[court.level];
  if (court.jurisdiction === "Federal Bankruptcy") return 9;
  if (court.jurisdiction.startsWith("Tribal")) return 12 + Math.min(step, 8) / 2;
  return court.state === "Federal" || court.jurisdiction === "Military Appellate" ? step : step + 1;
}
