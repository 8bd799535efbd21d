import { z } from "zod";
import { DOCKET_KEYS, docketKey } from "./dockets.ts";
import { exactlyOneOf, exactlyOneOfSchema, requiredText } from "./fields.ts";

const ITEMS_MAX = 25;
const ITEM_KEYS = [...DOCKET_KEYS, "document_id", "entry"] as const;

const item = z
  .strictObject({
    ...docketKey,
    document_id: requiredText(64).optional().meta({ description: "A filing by its id." }),
    entry: z
      .strictObject({
        case_id: requiredText(64),
        entry_number: requiredText(20),
        attachment_number: z.int().min(1).max(999_999).nullish().meta({ description: "Null for the main document." }),
      })
      .optional()
      .meta({ description: "A filing by its place on the docket of a case." }),
  })
  .superRefine(exactlyOneOf(ITEM_KEYS))
  .meta({ id: "QuoteItem", override: exactlyOneOfSchema(ITEM_KEYS) });

export const recordsQuoteRequest = z
  .strictObject({
    items: z
      .array(item)
      .min(1, { error: "must name at least one thing" })
      .max(ITEMS_MAX, { error: `must name at most ${ITEMS_MAX} things` })
      .meta({
        description: "`id` and `docket` ask for the latest docket report, `document_id` and `entry` for a filing.",
      }),
  })
  .meta({ id: "RecordsQuoteRequest" });

export type RecordsQuoteRequest = z.output<typeof recordsQuoteRequest>;

const cents = z.int().min(0).nullable();

const quotedItem = z
  .strictObject({
    kind: z.enum(["docket_report", "document"]),
    court_id: z.string().nullable().meta({ description: "Null where it is not known what is meant." }),
    is_held: z.boolean().meta({
      description:
        "What is held answers without a charge. Of a docket, `at_most_cents` is what the latest report costs.",
    }),
    is_served: z.boolean().meta({
      description:
        "False where the official court records system is not asked for it: another court, or a service that buys nothing.",
    }),
    at_most_cents: cents.meta({
      description:
        "In cents of a US dollar. Null where it is not served, or nothing bounds it before the system tells its pages.",
    }),
    because: z.string().meta({ description: "How it is reckoned, by the prices of the day." }),
  })
  .meta({ id: "QuotedItem" });

export const recordsQuoteResponse = z
  .strictObject({
    items: z.array(quotedItem).meta({ description: "In the order asked." }),
    at_most_cents: cents.meta({ description: "Of all that is served together; null where one of them has no bound." }),
    has_premium_access: z
      .boolean()
      .meta({ description: "Without it nothing is bought for this key, whatever it costs." }),
  })
  .meta({ id: "RecordsQuoteResponse" });

export type RecordsQuoteResponse = z.output<typeof recordsQuoteResponse>;
