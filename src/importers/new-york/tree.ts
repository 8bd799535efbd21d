import { z } from "zod";
import type { LawCollection, LawDraft, LawMoment } from "#laws/model.ts";
import { pathLabel, unusedLabel } from "#laws/paths.ts";
import { citedName } from "./laws.ts";
import { printedDays, wordsOf } from "./words.ts";

/** A document of a law with those below it, as the service tells it. */
export type NyDocument = {
  readonly locationId: string;
  readonly title?: string | null | undefined;
  readonly docType: string;
  readonly docLevelId?: string | null | undefined;
  readonly activeDate?: string | null | undefined;
  readonly repealed?: boolean | null | undefined;
  readonly repealedDate?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly documents?: { readonly items: readonly NyDocument[] } | null | undefined;
};

const DAY = z.string().regex(/^\d{4}-\d{2}-\d{2}$/u);

const DOCUMENT: z.ZodType<NyDocument> = z.lazy(() =>
  z.object({
    locationId: z.string().min(1),
    title: z.string().nullish(),
    docType: z.string().min(1),
    docLevelId: z.string().nullish(),
    activeDate: DAY.nullish(),
    repealed: z.boolean().nullish(),
    repealedDate: DAY.nullish(),
    text: z.string().nullish(),
    documents: z.object({ items: z.array(DOCUMENT) }).nullish(),
  }),
);

/** The answer to `laws/{lawId}?full=true`. */
export const NY_LAW = z.object({
  success: z.literal(true),
  result: z.object({
    lawVersion: z.object({ lawId: z.string().regex(/^[A-Z]{3}$/u), activeDate: DAY }),
    info: z.object({ name: z.string().min(1), lawType: z.string() }),
    documents: DOCUMENT,
  }),
});
export type NyLaw = z.output<typeof NY_LAW>["result"];

export const LAW_TYPES_READ: ReadonlySet<string> = new Set(["CONSOLIDATED", "UNCONSOLIDATED", "COURT_ACTS"]);

/** Labels of levels in paths and in citations. */
const LEVELS: Readonly<Record<string, readonly [label: string, cited: string]>> = {
  TITLE: ["t", "tit."],
  SUBTITLE: ["st", "subtit."],
  PART: ["pt", "pt."],
  SUB_PART: ["spt", "subpt."],
  ARTICLE: ["a", "art."],
  SUBARTICLE: ["sa", "subart."],
  RULE: ["r", "R."],
  CHAPTER: ["c", "ch."],
};
const SECTIONS: ReadonlySet<string> = new Set(["SECTION", "RULE"]);

export function nyCollection(currentThrough: string | null): LawCollection {
  return {
    id: "ny-laws",
    name: "Laws of New York",
    type: "statute",
    state: "New York",
    country: "US",
    publisher: "New York State Senate",
    source: "new-york",
    sourceUrl: "https://legislation.nysenate.gov/",
    currentThrough,
  };
}

/** Every document of a law as a version, those above first, under the law's own label. */
export function draftsOf({ lawVersion, info, documents }: NyLaw, edition: string): readonly LawDraft[] {
  const { lawId } = lawVersion;
  const from: LawMoment = { versionKey: edition, edition, effectiveDate: null, publicationDate: null };
  const name = citedName(lawId, info.name);
  const drafts: LawDraft[] = [];
  const add = (document: NyDocument, above: string | undefined, taken: Set<string>, sortOrder: number): void => {
    const isLaw = above === undefined;
    const number = isLaw ? lawId : numberOf(document);
    const [label, cited] = LEVELS[document.docType] ?? ["", ""];
    const isSection = SECTIONS.has(document.docType);
    const own = isLaw ? lawId.toLowerCase() : `${isSection ? "s" : label}${number}`;
    const path = [above, unusedLabel(pathLabel(own), taken)].filter((part) => part !== undefined).join(".");
    const text = document.text ?? "";
    const days = isSection ? printedDays(text) : { effectiveDate: null };
    drafts.push({
      ...wordsOf(text),
      ...from,
      ...days,
      sourceId: `${lawId}/${isLaw ? "" : document.locationId}`,
      path,
      sortOrder,
      nodeType: isSection ? "LEAF" : "PARENT",
      type: lawId === "CNS" ? "constitution" : "statute",
      number: isLaw ? null : number,
      title: document.title?.trim() || (isLaw ? info.name : null),
      citation: citationOf(name, { isLaw, isSection, cited, number }),
      registerCitation: null,
      isHistorical: false,
      isTombstone: document.repealed === true,
      ...(isSection && text.trim() === "" && document.repealed !== true ? { caveat: "placeholder" } : {}),
      sourceUrl: `https://www.nysenate.gov/legislation/laws/${lawId}${isLaw ? "" : `/${encodeURIComponent(document.locationId)}`}`,
    });
    const labels = new Set<string>();
    for (const [index, item] of (document.documents?.items ?? []).entries()) add(item, path, labels, index + 1);
  };
  add(documents, undefined, new Set(), 0);
  return drafts;
}

/** Of sections that stand twice, with other days, the service tells the second as `125*2`. */
function numberOf({ docLevelId, locationId }: NyDocument): string {
  return (docLevelId?.trim() || locationId).replace(/\*\d+$/u, "");
}

function citationOf(
  name: string,
  {
    isLaw,
    isSection,
    cited,
    number,
  }: { readonly isLaw: boolean; readonly isSection: boolean; readonly cited: string; readonly number: string },
): string | null {
  if (isLaw) return name;
  if (isSection) return `${name} § ${number}`;
  // A level's number begins anew in each of those above it, so that by itself it names none.
  return cited === "art." ? `${name} art. ${number}` : null;
}
