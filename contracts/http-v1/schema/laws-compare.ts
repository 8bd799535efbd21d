import { z } from "zod";
import { requiredText } from "./fields.ts";
import { effectiveDate, isCurrent, lawUrl, publicationDate } from "./laws.ts";

export const lawsCompareRequest = z
  .strictObject({
    from_id: requiredText(64).meta({ description: "The id of one version, as `versions` of `/laws/get` has it." }),
    to_id: requiredText(64).meta({ description: "The id of another version of the same law." }),
  })
  .meta({ id: "LawsCompareRequest" });

export type LawsCompareRequest = z.output<typeof lawsCompareRequest>;

const side = z
  .strictObject({
    id: z.string(),
    citation: z.string(),
    effective_date: effectiveDate,
    publication_date: publicationDate,
    is_current: isCurrent,
    url: lawUrl,
  })
  .meta({ id: "ComparedLaw" });

export const lawsCompareResponse = z
  .strictObject({
    from: side,
    to: side,
    changes: z
      .array(z.strictObject({ kind: z.enum(["same", "removed", "added"]), text: z.string() }))
      .meta({ description: "In order: same and removed make up the one text, same and added the other." }),
    html: z.string().meta({ description: "Paragraphs with `<ins>` and `<del>`." }),
    words_added: z.int().min(0),
    words_removed: z.int().min(0),
  })
  .meta({ id: "LawsCompareResponse" });

export type LawsCompareResponse = z.output<typeof lawsCompareResponse>;
