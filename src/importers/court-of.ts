import { courtByCitationText, courtById, resolveCourt, resolveCourtNamed, type NamedCourt } from "#courts/courts.ts";
import type { RejectReason } from "./source.ts";

export type CourtFound = { readonly courtId: string } | { readonly reject: RejectReason };

/** The court a source's id or name stands for, or why it stands for none, with the courts it resembles. */
export function courtOf(text: string, named?: NamedCourt): CourtFound {
  const byId = courtById(text.trim().toLowerCase());
  if (byId !== undefined) return { courtId: byId.id };
  const resolved = resolveCourt(text, yearOption(named?.date));
  if (resolved.ok && resolved.value.length === 1 && resolved.value[0] !== undefined) {
    return { courtId: resolved.value[0].id };
  }
  const byName = named === undefined ? null : resolveCourtNamed(named);
  if (byName !== null) return { courtId: byName.id };
  const like = resolved.ok ? resolved.value : resolved.error.suggestions;
  return {
    reject: {
      reason: "unknown_court",
      message: resolved.ok
        ? `the court "${shown(text)}" may be any of ${resolved.value.length} courts`
        : `no court is known as "${shown(text)}"`,
      hint:
        like.length === 0
          ? "GET /court/list has every court"
          : `did you mean ${like.map(({ id, fullName }) => `${id} (${fullName})`).join(", ")}?`,
    },
  };
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
