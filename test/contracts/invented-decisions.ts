import type { ClusterDraft, OpinionDraft } from "#opinions/model.ts";
import type { OpinionWrite } from "#opinions/store/record.ts";

const SOURCE = "jsonl";

type Given = {
  readonly sourceId: string;
  readonly courtId: string;
  readonly caption: string;
  readonly caseName: string;
  readonly docketNumber: string | null;
  readonly date: string | null;
  readonly citations: ClusterDraft["citations"];
  readonly judges?: readonly string[];
  readonly opinions: readonly (Partial<OpinionDraft> & { readonly html: string })[];
};

/** Three invented decisions: one with a dissent and page markers, one that distinguishes it, one whose every string is hostile. */
export const DECISIONS: readonly Given[] = [
  {
    sourceId: "heron",
    courtId: "ca9",
    caption: "Heron Bay Packing Co. v. Ostrander",
    caseName: "Heron Bay Packing v. Ostrander",
    docketNumber: "97-15021",
    date: "1998-06-15",
    judges: ["Vale", "Quist"],
    citations: [
      { volume: "12", reporter: "Samp.", page: "340", citedAs: "12 Samp. 340" },
      { volume: "88", reporter: "Fict. Rep. 2d", page: "17", citedAs: "88 Fict. Rep. 2d 17" },
    ],
    opinions: [
      {
        type: "lead",
        author: "Vale",
        paginationCitation: "12 Samp. 340",
        html: "<p><svc-ps>340</svc-ps>The pier was let for a term of years.</p>\n<p>We affirm.<svc-ps>341</svc-ps></p>",
      },
      { type: "dissent", author: "Quist", html: "<p>I would reverse; the lease had lapsed.</p>" },
    ],
  },
  {
    sourceId: "bare",
    courtId: "nysd",
    caption: "In re Larkspur Mills",
    caseName: "In re Larkspur Mills",
    docketNumber: "1:19-cv-01234-ABC",
    date: null,
    citations: [{ volume: "3", reporter: "Samp. Supp.", page: "9", citedAs: "3 Samp. Supp. 9" }],
    opinions: [
      {
        perCuriam: true,
        enBanc: true,
        publishStatus: "unpublished",
        precedentialNote: "NOT FOR PUBLICATION | This order is not precedent.",
        html: "<p>The motion is denied. We distinguish Heron Bay Packing Co. v. Ostrander, 12 Samp. 340 (9th Cir. 1998), because the lease there was for a term of years.</p>",
      },
    ],
  },
  {
    sourceId: "hostile",
    courtId: "scotus",
    caption: `Robert'); DROP TABLE opinions;-- v. <script>alert("1")</script>`,
    caseName: `Robert'); DROP TABLE opinions;-- v. <script>alert("1")</script>`,
    docketNumber: `<b>77-1</b>`,
    date: "1977-01-02",
    citations: [{ volume: "1", reporter: "Samp.", page: "1", citedAs: "1 Samp. 1" }],
    opinions: [
      {
        html: `<p>Long text. ${"Whereas the record is long, it is read whole. ".repeat(1500)}</p>\n<p>A tide table is evidence of the tide. 99 U.S.C. § 7001(b).</p>`,
      },
    ],
  },
];

export function clusterDraft(given: Given): ClusterDraft {
  return {
    source: SOURCE,
    sourceId: given.sourceId,
    case: {
      sourceId: `case-${given.sourceId}`,
      docketNumber: given.docketNumber,
      caption: given.caption,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: given.courtId,
    caseName: given.caseName,
    filed: { date: given.date, precision: given.date === null ? "none" : "day" },
    publishStatus: given.opinions[0]?.publishStatus ?? "published",
    judges: given.judges ?? [],
    citations: given.citations,
    headmatterHtml: null,
  };
}

export function opinionWrites(given: Given): OpinionWrite[] {
  return given.opinions.map(({ html, ...partial }, ordinal) => ({
    contentHash: `${given.sourceId}-${ordinal}`,
    draft: {
      source: SOURCE,
      sourceId: `${given.sourceId}-${ordinal}`,
      clusterSourceId: given.sourceId,
      ordinal,
      type: "combined",
      author: null,
      joinedBy: null,
      judges: [],
      perCuriam: false,
      enBanc: false,
      publishStatus: "published",
      precedentialNote: null,
      paginationCitation: null,
      textSource: "html",
      text: { html, text: plainText(html), offsetMap: new Uint8Array() },
      ...partial,
    },
  }));
}

/** As the cleaner derives it: paragraphs apart, page markers without a trace. */
function plainText(html: string): string {
  return html
    .replace(/<svc-ps>.*?<\/svc-ps>/gu, "")
    .replace(/<\/p>\s*/gu, "\n\n")
    .replace(/<[^>]*>/gu, "")
    .trim();
}
