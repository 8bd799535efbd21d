import type { FiledDate } from "#opinions/model.ts";

/** Which decisions of a source are imported; without a member, all. */
export type Choice = {
  /** Ids of courts. */
  readonly courts?: readonly string[];
  /** Decided on this day (`YYYY-MM-DD`) or later. */
  readonly since?: string;
};

/** A decision of an unknown day is not known to be older, and is taken. */
export function isChosen({ courts, since }: Choice, courtId: string, { date }: FiledDate): boolean {
  if (courts !== undefined && !courts.includes(courtId)) return false;
  return since === undefined || date === null || date >= since;
}

/** As it is typed behind the command; nothing where all is taken. */
export function choiceName({ courts, since }: Choice): string {
  return `${courts === undefined ? "" : ` --courts ${courts.join(",")}`}${since === undefined ? "" : ` --since ${since}`}`;
}

export function isOfAll(choice: Choice): boolean {
  return choiceName(choice) === "";
}
