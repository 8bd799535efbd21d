import { z } from "zod";
import { isoDate, text } from "./fields.ts";

const COLLECTION_TYPES = ["statute", "regulation", "constitution", "guidance", "executive_order", "notice"] as const;

export const collectionType = z.enum(COLLECTION_TYPES).meta({ description: "What an item of law is." });

export const nodeType = z
  .enum(["LEAF", "PARENT"])
  .meta({ description: "`PARENT` holds others (a title, a part), `LEAF` is what is read (a section)." });

/** Members that every view of a law has. */
export const stateOfLaw = z.string().meta({ description: "A state name, or `Federal`." });
export const lawPath = z.string().meta({
  description: "Dot-separated labels (ltree), unique within a collection.",
  example: "t42.ch21.s1983",
});
export const isCurrent = z.boolean().meta({
  description:
    "Law in force today: not marked historical, its effective date not in the future, no newer version in force, no tombstone.",
});
export const isHistorical = z.boolean().meta({ description: "Superseded, repealed or marked so by its source." });
export const effectiveDate = isoDate.nullable().meta({ description: "Null when the source states none." });
export const publicationDate = isoDate.nullable().meta({ description: "Null when the source states none." });
export const lawUrl = z.string().meta({
  format: "uri",
  description: "The public page of that exact version; one that is not current has a `version` parameter.",
});

const CURRENCY_BASES = [
  "stated_effective_date",
  "newest_edition_held",
  "source_says_current",
  "placeholder",
  "temporary_until",
  "proposed",
  "withdrawn",
  "notice",
] as const;

export const lawCurrency = z
  .strictObject({
    basis: z.enum(CURRENCY_BASES).meta({
      description:
        "On what it rests that the text is called law, or is not: the effective date its source states; only that no newer edition is held; the source vouches for a day near today; a note stands in place of a text; temporary law changes it; or it is a proposed rule, a withdrawal or a notice.",
    }),
    edition: isoDate.nullable().meta({ description: "The day of the edition that first printed this version." }),
    checked_through: isoDate.nullable().meta({
      description: "The last day for which the source vouches for this text; null when it says of none.",
    }),
    temporary_until: isoDate.nullable().meta({
      description: "The day on which temporary or emergency law in this text expires.",
    }),
    is_vouched_today: z.boolean().meta({
      description: "`checked_through` is near enough to today to rely on `is_current`.",
    }),
  })
  .meta({ id: "LawCurrency", description: "Extension of this service: the evidence behind `is_current`." });

export const asOf = isoDate.optional().meta({
  description:
    "Extension of this service: the day whose law is meant, today without it. Another day than today needs a key with full historical access.",
});

/** A collection by id or name. */
export const collectionName = text(200);

/** What a decision does to a provision of law. */
export const lawTreatment = z
  .enum([
    "held_unconstitutional",
    "void_for_vagueness",
    "held_unconstitutional_as_applied",
    "preempted",
    "held_invalid",
    "severed",
    "upheld",
    "construed",
  ])
  .meta({ id: "LawTreatment" });
