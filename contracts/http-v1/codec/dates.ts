import type { OpinionView } from "#research/opinions.ts";
import type { OpinionRecord } from "../schema/opinions.ts";

type Precision = NonNullable<OpinionRecord["date_filed_precision"]>;
type Known = Pick<OpinionView["record"], "dateFiled" | "datePrecision">;

const WORDS: Readonly<Record<Known["datePrecision"], Precision | null>> = {
  day: null,
  month: "month",
  year: "year",
  approximate: "approximate",
  none: null,
};

/** Left out where the day itself is known, or nothing. */
export function encodePrecision({ dateFiled, datePrecision }: Known): { date_filed_precision?: Precision } {
  const word = WORDS[datePrecision];
  return dateFiled === null || word === null ? {} : { date_filed_precision: word };
}
