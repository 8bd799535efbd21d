import type { LawCaveat, LawCollection, LawDraft, LawType, LawWords } from "#laws/model.ts";
import { pathLabel } from "#laws/paths.ts";
import type { LawChange } from "#laws/store/write.ts";
import { US_FR } from "../laws/federal-collections.ts";
import type { LawRow } from "../laws/xml-files.ts";

/** The Register's volumes are years: 1 was 1936. */
const YEAR_BEFORE_FIRST = 1935;

/** One document of the Federal Register, whatever it was read from. */
export type RegisterDocument = {
  /** `2014-30404`. */
  readonly number: string;
  /** Of its issue. */
  readonly day: string;
  /** On which it begins; null where nothing says. */
  readonly page: number | null;
  readonly type: LawType;
  readonly subject: string;
  readonly caveat: LawCaveat | undefined;
  readonly effectiveDate: string | null;
  readonly words: LawWords;
};

/** The document in its issue, the issue in its volume. */
export function registerRow(document: RegisterDocument): LawRow {
  const { number, day, page, type, subject, caveat, effectiveDate, words } = document;
  const [year = "", month = "", date = ""] = day.split("-");
  const volume = Number(year) - YEAR_BEFORE_FIRST;
  const citation = page === null ? null : `${volume} Fed. Reg. ${page}`;
  const issue = `v${volume}.${day}`;
  const common = { ...NOTHING, versionKey: day, publicationDate: day };
  const drafts: LawDraft[] = [
    {
      ...common,
      versionKey: "volume",
      publicationDate: null,
      sourceId: `v${volume}`,
      path: `v${volume}`,
      sortOrder: volume,
      nodeType: "PARENT",
      number: String(volume),
      title: `Volume ${volume} (${year})`,
    },
    {
      ...common,
      sourceId: issue,
      path: issue,
      sortOrder: Number(month + date),
      nodeType: "PARENT",
      number: null,
      title: `Issue of ${day}`,
    },
    {
      ...common,
      ...words,
      ...(caveat !== undefined && { caveat }),
      effectiveDate,
      sourceId: number,
      path: `${issue}.${pathLabel(number)}`,
      sortOrder: page ?? 0,
      nodeType: "LEAF",
      type,
      number,
      title: subject || null,
      citation,
      registerCitation: citation,
      sourceUrl: `https://www.federalregister.gov/d/${number.replace(/^([\dC]+-\d+)-\d$/u, "$1")}`,
    },
  ];
  const collection: LawCollection = { ...US_FR, currentThrough: day };
  return { collection, sourceId: number, changes: drafts.map((draft): LawChange => ({ kind: "draft", draft })) };
}

const NOTHING = {
  edition: null,
  effectiveDate: null,
  type: "notice",
  citation: null,
  registerCitation: null,
  isHistorical: false,
  isTombstone: false,
  sourceUrl: null,
  html: "",
  text: "",
  notesHtml: null,
} as const;

/** What calls itself guidance is that, whatever it stands among. */
export function typeByWords(kind: LawType, words: string): LawType {
  const isGuidance =
    /\b(?:guidance|bulletin|policy statement|statement of policy|interpretive rule|advisory opinion)\b/iu;
  return isGuidance.test(words) ? "guidance" : kind;
}

/** What a document does to a rule that is only proposed, by its kind and its ACTION line. */
export function caveatOf(isProposal: boolean, action: string): LawCaveat | undefined {
  if (!isProposal && !/\bproposed\b/iu.test(action)) return undefined;
  return /\bwithdraw(?:al|s|n|ing)?\b/iu.test(action) ? "withdrawn" : "proposed";
}
