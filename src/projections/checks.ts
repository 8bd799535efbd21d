import { sql } from "kysely";
import { isWithinOutbox } from "#db/check.ts";
import type { Check } from "#db/check.ts";
import { FILING_INDEX_PROJECTION, INDEX_PROJECTION, LAW_INDEX_PROJECTION } from "./tables.ts";
import { ARE_VECTOR_POSITIONS } from "./vectors/vector-names.ts";

const INDEXES = sql.join([INDEX_PROJECTION, LAW_INDEX_PROJECTION, FILING_INDEX_PROJECTION]);

export const PROJECTION_CHECKS: readonly Check[] = [
  isWithinOutbox("no index is ahead of the outbox", sql`name in (${INDEXES})`),
  isWithinOutbox("no vectors are ahead of the outbox", ARE_VECTOR_POSITIONS),
];
