import { z } from "zod";

export const meResponse = z
  .strictObject({
    userId: z
      .string()
      .meta({ description: "The user the key belongs to; the key's own id for a key without account." }),
    subscriptionStatus: z.string().meta({
      description: "For example `active`, `trialing`, `past_due`, `canceled`; `active` for a key without account.",
    }),
  })
  .meta({ id: "MeResponse" });
