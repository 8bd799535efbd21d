import type { Source, SourcePart } from "#analysis/model.ts";
import { readQuestion } from "./question.ts";
import { rank } from "./ranking.ts";
import { stockOf } from "./stock.ts";
import { unitsOf } from "./units.ts";

type Stretch = { readonly part: SourcePart; readonly start: number; readonly end: number };

/** How well the best sentence of each group of stretches fits a question; higher is better. */
export function stretchValues(question: string, source: Source, groups: readonly (readonly Stretch[])[]): number[] {
  const stock = stockOf(unitsOf(source));
  const rankings = rank(readQuestion(question), stock);
  const values = stock.units.map((_, at) => Math.max(...rankings.map((ranking) => ranking[at] ?? 0)));
  return groups.map((stretches) =>
    values.reduce((best, value, at) => {
      const unit = stock.units[at];
      const isHere = stretches.some(
        ({ part, start, end }) => part === unit?.part && start <= unit.start && unit.start < end,
      );
      return isHere ? Math.max(best, value) : best;
    }, Number.NEGATIVE_INFINITY),
  );
}
