import { sql } from "kysely";
import { isWithinOutbox } from "#db/check.ts";
import type { Check } from "#db/check.ts";
import { INDEX_PROJECTION } from "./tables.ts";
import { ARE_VECTOR_POSITIONS } from "./vectors/vector-names.ts";

export const PROJECTION_CHECKS: readonly Check[] = [
  isWithinOutbox("no index is ahead of the outbox", sql`(name = ${INDEX_PROJECTION} or name like '%-index')`),
  isWithinOutbox("no vectors are ahead of the outbox", ARE_VECTOR_POSITIONS),
];
