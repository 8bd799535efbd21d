import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { bindingDays, courtRank } from "#courts/hierarchy.ts";
import { SEVERITIES, severityOf, TREATMENTS } from "./model.ts";
import type { Severity } from "./model.ts";

/** A court that cites decisions of another. */
export type CourtPair = { readonly citing: string; readonly cited: string };

const WEIGHT: Record<Severity, number> = { Negative: 0, Caution: 1, Positive: 2, Neutral: 3 };

/**
 * The order of citing opinions as SQL: binding courts first, then Negative before Caution before the rest, then court
 * rank, then earliest first. The database knows nothing of courts, so it is told of those that occur. Columns:
 * `own` is the cited decision, `citing` the citing one, `by` its opinion, `edge` what the one says of the other.
 */
export function citingOrder(pairs: readonly CourtPair[]): RawBuilder<unknown> {
  const citing = [...new Set(pairs.map((pair) => pair.citing))];
  return sql.join([
    bindingFirst(pairs),
    numbered(sql.ref("edge.treatment"), TREATMENTS, (treatment) => WEIGHT[severityOf(treatment)], SEVERITIES.length),
    numbered(sql.ref("citing.court_id"), citing, courtRank, 0),
    sql`coalesce(${sql.ref("citing.date_filed")}, '9999')`,
    numbered(sql.ref("edge.treatment"), TREATMENTS, (treatment) => TREATMENTS.indexOf(treatment), TREATMENTS.length),
    sql.ref("by.opinion_id"),
    sql.ref("edge.authority"),
  ]);
}

/** Each value's number, those with the same number together; `otherwise` for any other. */
function numbered<Value extends string>(
  column: RawBuilder<unknown>,
  values: readonly Value[],
  numberOf: (value: Value) => number,
  otherwise: number,
): RawBuilder<unknown> {
  const cases = [...Map.groupBy(values, numberOf)].map(
    ([number, alike]) => sql`when ${column} in (${sql.join(alike)}) then ${sql.lit(number)}`,
  );
  return cases.length === 0 ? sql.lit(otherwise) : sql`case ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`;
}

function bindingFirst(pairs: readonly CourtPair[]): RawBuilder<unknown> {
  const cases = [...Map.groupBy(pairs, ({ cited }) => cited)].flatMap(([cited, ofCited]) => {
    const courts = [...new Set(ofCited.map((pair) => pair.citing))].map((id) => ({ id, ...bindingDays(id, cited) }));
    const undated = courts.filter((court) => court.undated).map(({ id }) => id);
    const dated = [...Map.groupBy(courts, ({ until }) => until)].map(([until, alike]) =>
      until === null ? undefined : sql`${DATE} <= ${until} and ${among(alike.map(({ id }) => id))}`,
    );
    const binding = [...dated, undated.length === 0 ? undefined : sql`${DATE} is null and ${among(undated)}`].flatMap(
      (one) => one ?? [],
    );
    return binding.map((one) => sql`when ${sql.ref("own.court_id")} = ${cited} and ${one} then 0`);
  });
  return cases.length === 0 ? sql.lit(1) : sql`case ${sql.join(cases, sql` `)} else 1 end`;
}

const DATE = sql.ref("citing.date_filed");

function among(courtIds: readonly string[]): RawBuilder<unknown> {
  return sql`${sql.ref("citing.court_id")} in (${sql.join(courtIds)})`;
}
