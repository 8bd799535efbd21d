import type { DecisionDays } from "#cases/matters.ts";
import { inParts } from "#db/parts.ts";

/** The days on which decisions of these cases were filed, as far as they are known. */
export const decisionDays: DecisionDays = async (db, caseIds) => {
  const days = new Map<string, string[]>();
  for (const ids of inParts(caseIds)) {
    const rows = await db
      .selectFrom("clusters")
      .select(["case_id", "date_filed"])
      .distinct()
      .where("case_id", "in", ids)
      .execute();
    for (const { case_id, date_filed } of rows)
      if (date_filed !== null) days.set(case_id, [...(days.get(case_id) ?? []), date_filed]);
  }
  return days;
};
