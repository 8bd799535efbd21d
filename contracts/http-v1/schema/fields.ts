import { z } from "zod";
import { opinionIdFault } from "./opinion-id.ts";

/** Text that every store can hold: no NUL, no half of a surrogate pair, and a length worth reading. */
export function text(chars_max: number): z.ZodString {
  return z
    .string()
    .max(chars_max, { error: ({ input }) => `must have at most ${chars_max} characters${lengthOf(input)}` })
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not hold NUL or half a surrogate pair",
    });
}

function lengthOf(input: unknown): string {
  return typeof input === "string" ? `; this has ${input.length}` : "";
}

/** Text that says something: white space alone does not. */
export function requiredText(chars_max: number): z.ZodString {
  return text(chars_max).refine((value) => value.trim() !== "", { error: "must not be empty" });
}

export const opinionId: z.ZodType<string, string> = text(64)
  .superRefine((value, context) => {
    const fault = opinionIdFault(value);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  })
  .transform((value) => value.toLowerCase())
  .meta({
    description: "The id of an opinion, as search results and opinion records carry it.",
    override: { type: "string", format: "uuid" },
  });

/** A day that the calendar has: `1899-02-30` is refused. */
export const isoDate: z.ZodISODate = z.iso
  .date({ error: "must be a day of the calendar, written YYYY-MM-DD" })
  .meta({ example: "1998-06-15" });

/** Where what was asked for could not be found, said in words; absent when there is nothing to say. */
export const warnings: z.ZodOptional<z.ZodArray<z.ZodString>> = z.array(z.string()).optional().meta({
  description: "What was not found, repaired or cut, in words. Absent when there is nothing to say.",
});

/** Rule "exactly one of", for the schema check and for the document. */
export function exactlyOneOf(
  names: readonly string[],
): (value: Record<string, unknown>, context: z.RefinementCtx) => void {
  return (value, context) => {
    const given = names.filter((name) => value[name] !== undefined);
    if (given.length === 1) return;
    const list = names.join(", ");
    const message =
      given.length === 0
        ? `exactly one of ${list} is required; none was given`
        : `exactly one of ${list} is allowed; ${given.join(" and ")} were given`;
    context.addIssue({ code: "custom", message, path: [] });
  };
}

export type ExactlyOne = { readonly if: false; readonly else: { readonly oneOf: { required: string[] }[] } };

/**
 * The same rule as JSON Schema says it. It stands behind a condition that never holds: code generators take a `oneOf`
 * beside `properties` for a choice between untyped bodies, and pass over `if`; validators read both.
 */
export function exactlyOneOfSchema(names: readonly string[]): ExactlyOne {
  return { if: false, else: { oneOf: names.map((name) => ({ required: [name] })) } };
}

/** How far `date_filed` is to be believed, where it is not the day itself. */
export const datePrecision = z.enum(["month", "year", "approximate"]).meta({
  description:
    "Present where `date_filed` is not the day itself: `month` or `year`, of which it is the first day; `approximate`, a source's guess at the term, which stands for its year and the last quarter of the year before. (Our extension.)",
});
