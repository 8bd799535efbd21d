import { distance } from "fastest-levenshtein";
import {
  allCourts,
  courtByCitationText,
  courtById,
  recogniseCourt,
  resolveCourtNamed,
  respelledAs,
} from "#courts/courts.ts";
import type { Court, NamedCourt } from "#courts/courts.ts";
import type { RejectReason } from "./source.ts";

const SUGGESTIONS_MAX = 5;
const SLIPS_MAX = 2;

export type CourtFound =
  /** `told`: that its name was read as other than it is written. */
  { readonly courtId: string; readonly told?: string } | { readonly reject: RejectReason };

/** The court a source's id or name stands for, or why it stands for none, with the courts it resembles. */
export function courtOf(text: string, named?: NamedCourt): CourtFound {
  const byId = courtById(text.trim().toLowerCase());
  if (byId !== undefined) return { courtId: byId.id };
  const found = recogniseCourt(text, { date: yearOption(named?.date).year?.toString() });
  const only = found.ok && found.courts.length === 1 ? found.courts[0] : undefined;
  const court = only ?? (named === undefined ? null : resolveCourtNamed(named));
  if (court !== null) {
    const told = found.ok ? respelledAs({ ...found, courts: [court] }) : undefined;
    return { courtId: court.id, ...(told !== undefined && { told }) };
  }
  const like = found.ok ? found.courts : [...idsLike(text), ...found.candidates].slice(0, SUGGESTIONS_MAX);
  return {
    reject: {
      reason: "unknown_court",
      message: found.ok
        ? `the court "${shown(text)}" may be any of ${found.courts.length} courts`
        : `no court is known as "${shown(text)}"`,
      hint:
        like.length === 0
          ? "the list of courts has every one"
          : `did you mean ${like.map(({ id, fullName }) => `${id} (${fullName})`).join(", ")}?`,
    },
  };
}

/** Courts whose id is a slip of the fingers away from the text. */
function idsLike(text: string): Court[] {
  const id = text.trim().toLowerCase();
  if (!/^[a-z0-9]{3,20}$/u.test(id)) return [];
  return allCourts()
    .map((court) => ({ court, slips: slipsBetween(id, court.id) }))
    .filter(({ slips }) => slips <= SLIPS_MAX)
    .toSorted((left, right) => left.slips - right.slips || Number(right.court.inUse) - Number(left.court.inUse))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ court }) => court);
}

/** Letters in another order are one slip; else what must be put in, left out or replaced. */
function slipsBetween(left: string, right: string): number {
  return lettersOf(left) === lettersOf(right) ? 1 : distance(left, right);
}

function lettersOf(id: string): string {
  return id.split("").toSorted().join("");
}

/** The one court whose decisions a reporter prints (`410 U.S. 113`: the Supreme Court), or undefined. */
export function courtOfReporters(reporters: readonly string[], date: string | null): string | undefined {
  for (const reporterHint of reporters) {
    const courtId = courtByCitationText("", { reporterHint, ...yearOption(date ?? undefined) });
    if (courtId !== null) return courtId;
  }
  return undefined;
}

function yearOption(date: string | undefined): { year?: number } {
  const year = Number(date?.slice(0, 4));
  return Number.isInteger(year) && year > 0 ? { year } : {};
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
