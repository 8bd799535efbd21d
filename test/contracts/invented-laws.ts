import type { Trx } from "#db/connection.ts";
import type { LawCollection, LawDraft } from "#laws/model.ts";
import { writeCollections } from "#laws/store/collections.ts";
import { writeLaws } from "#laws/store/write.ts";

const collection = (fields: Pick<LawCollection, "id" | "name" | "type" | "state">): LawCollection => ({
  country: "US",
  publisher: "The Office of Samples",
  source: "sample",
  sourceUrl: null,
  currentThrough: "2024-05-31",
  ...fields,
});

const COLLECTIONS: readonly LawCollection[] = [
  collection({ id: "avalon-code", name: "Avalon Code", type: "statute", state: "Avalon" }),
  collection({ id: "us-samp-reg", name: "Sample Register", type: "notice", state: "Federal" }),
];

/** Of a title that the United States Code does not have. */
const US_CODE = collection({ id: "us-samp-code", name: "Sample Code", type: "statute", state: "Federal" });

export const law = (fields: Partial<LawDraft> & Pick<LawDraft, "sourceId" | "path">): LawDraft => ({
  versionKey: fields.effectiveDate ?? "only",
  edition: null,
  sortOrder: 1,
  nodeType: "LEAF",
  type: "statute",
  number: null,
  title: null,
  citation: null,
  registerCitation: null,
  effectiveDate: null,
  publicationDate: null,
  isHistorical: false,
  isTombstone: false,
  sourceUrl: null,
  html: fields.text === undefined ? "" : `<p>${fields.text}</p>`,
  text: "",
  notesHtml: null,
  ...fields,
});

const section = (number: string, fields: Partial<LawDraft>): LawDraft =>
  law({
    sourceId: number,
    path: `t1.s${number}`,
    number,
    citation: `Avalon Code § ${number}`,
    sortOrder: Number(number.slice(-3)),
    ...fields,
  });

const tides = (fields: Partial<LawDraft>): LawDraft =>
  law({ sourceId: "7001", path: "t99.s7001", number: "7001", title: "Tides", citation: "99 U.S.C. § 7001", ...fields });

/**
 * A code of an invented state: a section with a past, a present and a future version, one that is repealed, one without
 * a date; and a register in which two notices begin on one page.
 */
const LAWS: Readonly<Record<string, readonly LawDraft[]>> = {
  "avalon-code": [
    law({
      sourceId: "t1",
      path: "t1",
      nodeType: "PARENT",
      number: "1",
      title: "Harbours",
      citation: "Avalon Code tit. 1",
    }),
    section("1-101", {
      title: "Berthing fees",
      effectiveDate: "2001-01-01",
      publicationDate: "2000-11-20",
      text: "The harbour master may charge a berthing fee of ten crowns.",
    }),
    section("1-101", {
      title: "Berthing fees",
      effectiveDate: "2015-07-01",
      publicationDate: "2015-03-02",
      text: "The harbour master may charge a berthing fee of twenty crowns. (a) No fee is due from a lifeboat.",
      notesHtml: "<p>Amended by Act 12 of 2015.</p>",
    }),
    section("1-101", {
      title: "Berthing fees",
      effectiveDate: "2030-01-01",
      text: "The harbour master may charge a berthing fee of thirty crowns.",
    }),
    section("1-102", { title: "Ballast", effectiveDate: "1999-01-01", text: "Ballast is landed at the north quay." }),
    section("1-102", { title: "Ballast", effectiveDate: "2010-01-01", text: "Repealed.", isTombstone: true }),
    section("1-103", { title: "Pilots", text: "A ship takes a pilot at the outer light. <em>See</em> § 1-101." }),
  ],
  "us-samp-code": [
    tides({ effectiveDate: "1950-01-01", text: "A tide table is evidence of the tide of its port." }),
    tides({
      effectiveDate: "2012-01-01",
      text: "A printed tide table is evidence of the tide.\n\n(b) Of its port only.",
    }),
  ],
  "us-samp-reg": [
    law({
      sourceId: "n1",
      path: "v12.p340-1",
      type: "notice",
      title: "Notice of soundings",
      citation: "12 Samp. Reg. 340",
      registerCitation: "12 Samp. Reg. 340",
      publicationDate: "2020-02-03",
      text: "Soundings were taken in the outer harbour.",
    }),
    law({
      sourceId: "n2",
      path: "v12.p340-2",
      type: "guidance",
      title: "Guidance on soundings",
      citation: "12 Samp. Reg. 340",
      registerCitation: "12 Samp. Reg. 340",
      publicationDate: "2020-02-03",
      text: "Soundings are taken at low water.",
    }),
  ],
};

export async function writeInventedLaws(trx: Trx): Promise<void> {
  await writeCollections(trx, [...COLLECTIONS, US_CODE]);
  for (const [collectionId, drafts] of Object.entries(LAWS)) {
    await writeLaws(
      trx,
      collectionId,
      drafts.map((draft) => ({ kind: "draft", draft })),
    );
  }
}
