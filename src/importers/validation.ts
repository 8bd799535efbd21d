import type { z } from "zod";
import type { RejectReason } from "./source.ts";

const FAULTS_SHOWN_MAX = 5;

/** A row that does not fit its schema, with the path of each fault. */
export function schemaReject(error: z.ZodError, hint: string): RejectReason {
  const faults = error.issues.map(({ path, message }) => {
    const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
    return `${place.replace(/^\./u, "") || "the row"}: ${message}`;
  });
  const more = faults.length - FAULTS_SHOWN_MAX;
  const shown = faults.slice(0, FAULTS_SHOWN_MAX).join("; ");
  return { reason: "bad_shape", message: more > 0 ? `${shown}; and ${more} more` : shown, hint };
}
