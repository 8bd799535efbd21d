import { z } from "zod";

/** RFC 9457 problem details, with the members this service adds. */
export const problem = z
  .strictObject({
    type: z.string().meta({ description: "Address of the explanation of this kind of problem." }),
    title: z.string().meta({ description: "The kind of problem; the same for every occurrence." }),
    status: z.int(),
    detail: z.string().meta({ description: "What went wrong this time, and what would work." }),
    code: z.string().meta({ description: "Stable word for programs.", example: "invalid_input" }),
    error: z.string().meta({ description: "One short sentence, for clients that print only this." }),
    errors: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "Each fault with the field it stands in, such as `filters.date_filed.start`." }),
    request_id: z.string().optional().meta({ description: "The id under which the server logged the request." }),
  })
  .meta({ id: "Problem" });
