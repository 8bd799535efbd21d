import { createHmac, timingSafeEqual } from "node:crypto";

/** Keeps forms from being sent by any page but our own. */
export type FormGuard = {
  /** The field of a form that is shown for `step`. */
  readonly field: (step: string) => string;
  /** Whether a form was sent from our own page, by a browser that was shown it for this step. */
  readonly isOurs: (form: URLSearchParams, step: string, origin: string | undefined) => boolean;
};

export const GUARD_FIELD = "guard";

/** @param secret the same in all processes */
export function formGuard(secret: Uint8Array, ourOrigin: string): FormGuard {
  const field = (step: string): string => createHmac("sha256", secret).update(step).digest("base64url");
  return {
    field,
    isOurs: (form, step, origin) => {
      const sent = Buffer.from(form.get(GUARD_FIELD) ?? "");
      const wanted = Buffer.from(field(step));
      return origin === ourOrigin && sent.length === wanted.length && timingSafeEqual(sent, wanted);
    },
  };
}
