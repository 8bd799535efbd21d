/** What an item of law is, as the contract names it. */
export const LAW_TYPES = ["statute", "regulation", "constitution", "guidance", "executive_order", "notice"] as const;
export type LawType = (typeof LAW_TYPES)[number];

/** `PARENT` holds others (a title, a part); `LEAF` is what is read (a section, a notice). */
export const LAW_NODE_TYPES = ["LEAF", "PARENT"] as const;
export type LawNodeType = (typeof LAW_NODE_TYPES)[number];

/** A code or a register. */
export type LawCollection = {
  /** A slug that callers write: `dc-code`. */
  readonly id: string;
  readonly name: string;
  /** What most of it is; an item may be of another type, as in a register. */
  readonly type: LawType;
  /** A state's name, or `Federal`. */
  readonly state: string;
  readonly country: string;
  readonly publisher: string | null;
  /** The importer that writes it. */
  readonly source: string;
  readonly sourceUrl: string | null;
  /** The last day of which the data speaks, `YYYY-MM-DD`, where the source says. */
  readonly currentThrough: string | null;
};

/** Where an item stands in its code. */
export type LawPlace = {
  /** Dot-separated labels, an ltree path; unique within the collection at any one day. */
  readonly path: string;
  /** Order among those of one parent. */
  readonly sortOrder: number;
};

/**
 * What a source prints where a reader expects law: `placeholder`, a line in the place of a text that does not apply yet
 * or any more; `displaced`, what a section will say again once temporary acts have lapsed; `proposed`, a rule that is
 * only proposed; `withdrawn`, the paper that takes a proposal back. `amended` is law, with amendments of temporary or
 * emergency acts among its words.
 */
export const LAW_CAVEATS = ["placeholder", "displaced", "proposed", "withdrawn", "amended"] as const;
export type LawCaveat = (typeof LAW_CAVEATS)[number];

/** What sets versions apart in time. */
export type LawMoment = {
  /** Names the version among those of its node; the same at every import. */
  readonly versionKey: string;
  /** The day of the source's edition that first showed it; null where the source does not come in editions. */
  readonly edition: string | null;
  /** Null when the source states none. */
  readonly effectiveDate: string | null;
  /** Null when the source states none. */
  readonly publicationDate: string | null;
};

/** What is told of one version of one provision, but for its text. Dates are `YYYY-MM-DD`. */
export type LawRecord = LawPlace &
  LawMoment & {
    readonly nodeType: LawNodeType;
    readonly type: LawType;
    readonly number: string | null;
    readonly title: string | null;
    readonly citation: string | null;
    readonly registerCitation: string | null;
    /** Null when the source states none. */
    readonly publicationDate: string | null;
    /** The source itself marks it as no longer law. */
    readonly isHistorical: boolean;
    /** From here on there is no such provision: repealed, expired, moved away. */
    readonly isTombstone: boolean;
    readonly caveat?: LawCaveat;
    /** The day on which these words lapse by themselves, or what amends them does, as the source states it. */
    readonly expiresOn?: string;
    readonly sourceUrl: string | null;
  };

/** The words of one version: clean HTML, the plain text derived from it, and apart from both what editors added. */
export type LawWords = { readonly html: string; readonly text: string; readonly notesHtml: string | null };

/** One version as an importer has it. */
export type LawDraft = LawRecord &
  LawWords & {
    /** What the source calls the provision in all its versions. */
    readonly sourceId: string;
    /** It is kept for its dates, also where it says what the one before says. */
    readonly isKept?: boolean;
    /**
     * The effective date is that of the last act which the source names. Where a version before states that day or a
     * later one, another cause than that act made this one, of which no day is stated.
     */
    readonly isDatedByLastAct?: boolean;
    /** What editors added is a commentary, which every edition continues: by itself it makes no other version. */
    readonly isCommented?: boolean;
  };

/** A version as it is held. */
export type LawVersion = LawRecord & {
  readonly id: string;
  readonly nodeId: string;
  readonly collectionId: string;
  /** Null at the top of its collection. */
  readonly parentPath: string | null;
};

/** What tells when a version is law and where it stands, without the rest of its record. */
export type LawStanding = LawPlace &
  LawMoment &
  Pick<LawVersion, "id" | "nodeId" | "parentPath" | "isHistorical" | "isTombstone" | "caveat" | "expiresOn">;

export type LawText = LawWords & { readonly versionId: string };

/** One provision through time: its versions, oldest first, in the order of `currency.ts`. */
export type LawChain = {
  readonly nodeId: string;
  readonly collectionId: string;
  readonly versions: readonly LawVersion[];
};
