import { FIELDS } from "#search/opinions.ts";
import type { Field } from "#search/opinions.ts";

/** What a prefix before a word, a phrase or a group may ask for. */
export type FieldPrefix = Field | "author" | "court" | "kind" | "dissent" | "concurrence";

/** What has a value of its own behind it. */
export type ValuePrefix = "date" | "cited";

/** Who wrote an opinion of a kind: other systems have these, we read them as two conditions. */
export type AuthorOfKind = "dissentby" | "concurby";

export const FIELD_PREFIXES: readonly FieldPrefix[] = [...FIELDS, "author", "court", "kind", "dissent", "concurrence"];
export const VALUE_PREFIXES: readonly ValuePrefix[] = ["date", "cited"];

/** As a person is told them. */
export const OWN_PREFIXES: readonly (FieldPrefix | ValuePrefix)[] = [...FIELD_PREFIXES, ...VALUE_PREFIXES];

export type OwnPrefix = FieldPrefix | ValuePrefix | AuthorOfKind;
