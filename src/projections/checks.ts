import { sql } from "kysely";
import { isWithinOutbox } from "#db/check.ts";
import type { Check } from "#db/check.ts";
import { INDEX_PROJECTIONS } from "./tables.ts";
import { ARE_VECTOR_POSITIONS } from "./vectors/vector-names.ts";

const INDEXES = sql.join(Object.values(INDEX_PROJECTIONS));

export const PROJECTION_CHECKS: readonly Check[] = [
  isWithinOutbox("no index is ahead of the outbox", sql`name in (${INDEXES})`),
  isWithinOutbox("no vectors are ahead of the outbox", ARE_VECTOR_POSITIONS),
];
