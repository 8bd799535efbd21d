import { courtRank } from "#courts/hierarchy.ts";
import { rankOf, severityOf } from "./model.ts";
import type { Treatment, Voice } from "./model.ts";
import { bindsAt } from "./standing/judge.ts";

/**
 * How a citing decision counts towards how the cited one stands. `ended`: it ends it or tells that another has; what such
 * a word is worth, the others decide. `cautioned` leaves out `distinguished`, which is a caution to many only.
 */
export type CountedAs = "cited" | "relied" | "distinguished" | "cautioned" | "ended";

type Said = { readonly treatment: Treatment; readonly voice: Voice; readonly authoritative: boolean };

export function countedAs({ treatment, voice, authoritative }: Said): CountedAs {
  const severity = severityOf(treatment);
  if (severity === "Negative") return authoritative || voice === "history" || voice === "account" ? "ended" : "cited";
  if (!authoritative) return "cited";
  if (severity === "Caution") return treatment === "Distinguished" ? "distinguished" : "cautioned";
  return severity === "Positive" ? "relied" : "cited";
}

type Citing = { readonly courtId: string; readonly date: string | null };

/** A citing decision's place among those that count alike, as text that sorts: binding first, by rank, date, treatment. */
export function placeAmong(one: Said & Citing, citedCourtId: string): string {
  const [rank, treatment] = [courtRank(one.courtId), rankOf(one.treatment)].map((number) =>
    String(number).padStart(2, "0"),
  );
  return `${bindsAt(one, citedCourtId) ? BINDING : "1"}${rank}${one.date ?? "9999"}${treatment}`;
}

const BINDING = "0";

/** How many decisions cite one, each once over its opinions and copies, and how they count. */
export type Tally = {
  readonly decisions: number;
  readonly relied: number;
  readonly distinguished: number;
  readonly distinguishedBinding: number;
  readonly cautioned: number;
  readonly cautionedBinding: number;
  readonly ended: number;
};

export const NO_TALLY: Tally = {
  decisions: 0,
  relied: 0,
  distinguished: 0,
  distinguishedBinding: 0,
  cautioned: 0,
  cautionedBinding: 0,
  ended: 0,
};

/** A decision that counts, with its place where it can be listed. */
export type Counted = { readonly countsAs: CountedAs; readonly place: string | null };

/** The tally with one decision more, or with one less. */
export function tallied(tally: Tally, { countsAs, place }: Counted, by: 1 | -1): Tally {
  const binds = place?.startsWith(BINDING) === true ? by : 0;
  const all = { ...tally, decisions: tally.decisions + by };
  switch (countsAs) {
    case "cited":
      return all;
    case "relied":
      return { ...all, relied: all.relied + by };
    case "distinguished":
      return { ...all, distinguished: all.distinguished + by, distinguishedBinding: all.distinguishedBinding + binds };
    case "cautioned":
      return { ...all, cautioned: all.cautioned + by, cautionedBinding: all.cautionedBinding + binds };
    case "ended":
      return { ...all, ended: all.ended + by };
    default:
      return countsAs satisfies never;
  }
}

/** Of so many citing decisions one must distinguish it for that to be a caution. */
const DISTINGUISHED_OF = 10;

export function isOftenDistinguished({ distinguished, decisions }: Tally): boolean {
  return distinguished > 0 && distinguished * DISTINGUISHED_OF >= decisions;
}

export function sumOf(one: Tally, other: Tally): Tally {
  return {
    decisions: one.decisions + other.decisions,
    relied: one.relied + other.relied,
    distinguished: one.distinguished + other.distinguished,
    distinguishedBinding: one.distinguishedBinding + other.distinguishedBinding,
    cautioned: one.cautioned + other.cautioned,
    cautionedBinding: one.cautionedBinding + other.cautionedBinding,
    ended: one.ended + other.ended,
  };
}
