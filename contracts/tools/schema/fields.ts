import { z } from "zod";

/** Text that every store can hold: no NUL, no half of a surrogate pair, and a length worth reading. */
export function text(chars_max: number): z.ZodString {
  return z
    .string()
    .max(chars_max, { error: `must have at most ${chars_max} characters` })
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not hold NUL or half a surrogate pair",
    });
}

/** Text that says something: white space alone does not. */
export function requiredText(chars_max: number): z.ZodString {
  return text(chars_max).refine((value) => value.trim() !== "", { error: "must not be empty" });
}

/** A day that the calendar has: `1899-02-30` is refused. */
export const isoDate: z.ZodISODate = z.iso.date({ error: "must be a day of the calendar, written YYYY-MM-DD" });

/** Of answers: a UUID of this service. */
export const uuid: z.ZodString = z.string().meta({ format: "uuid" });

/** Of answers: an address that is copied as it stands. */
export const url: z.ZodString = z.string().meta({ format: "uri" });
