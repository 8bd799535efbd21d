import { sql } from "kysely";
import { isWithinOutbox } from "#db/check.ts";
import type { Check } from "#db/check.ts";
import { CITATOR_PROJECTION } from "./tables.ts";

export const CITATOR_CHECKS: readonly Check[] = [
  isWithinOutbox("the citator is not ahead of the outbox", sql`name = ${CITATOR_PROJECTION}`),
];
