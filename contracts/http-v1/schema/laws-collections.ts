import { z } from "zod";
import { isoDate, requiredText } from "./fields.ts";
import { collectionType, stateOfLaw } from "./laws.ts";

export const lawsCollectionsQuery = z.strictObject({
  state: requiredText(200).optional().meta({ description: "A state name or USPS abbreviation, or `Federal`." }),
  type: collectionType.optional(),
});

export type LawsCollectionsQuery = z.output<typeof lawsCollectionsQuery>;

const collection = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: collectionType.meta({ description: "What most of it is." }),
    types: z.array(collectionType).meta({ description: "Every type it holds." }),
    state: stateOfLaw,
    country: z.string(),
    publisher: z.string().nullable(),
    source: z.string().meta({ description: "The importer it came through." }),
    source_url: z.string().nullable(),
    current_through: isoDate.nullable().meta({ description: "The last day of which its data speaks." }),
    document_count: z.int().min(0).meta({ description: "Provisions, containers not counted." }),
    container_count: z.int().min(0),
    version_count: z.int().min(0),
    effective_date_from: isoDate.nullable().meta({ description: "The first effective date that is stated." }),
    effective_date_to: isoDate.nullable(),
  })
  .meta({ id: "LawCollection" });

export const lawsCollectionsResponse = z
  .strictObject({ collections: z.array(collection).meta({ description: "By state and name." }) })
  .meta({ id: "LawsCollectionsResponse" });

export type LawsCollectionsResponse = z.output<typeof lawsCollectionsResponse>;
