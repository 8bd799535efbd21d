import type { DocketSighting, SeenDocument, SeenEntry } from "./model.ts";

/** What a test does not say of a sighting is filled in. */
export function sighting(told: Partial<DocketSighting> = {}): DocketSighting {
  return {
    kind: "docket_report",
    source: "test",
    place: null,
    asOf: "2020-06-01",
    fetchedAt: null,
    billedPages: null,
    cost_cents: null,
    courtId: "nysd",
    docketNumber: "1:19-cv-01234-ABC",
    pacerCaseIds: [],
    facts: { caption: "Alder v. Birch", dateFiled: "2019-02-03" },
    entries: [],
    ...told,
  };
}

export function entry(number: string | null, description: string | null, told: Partial<SeenEntry> = {}): SeenEntry {
  return {
    number,
    pacerSeqNo: null,
    dateFiled: "2019-02-03",
    dateEntered: null,
    description,
    shortDescription: null,
    documents: [],
    ...told,
  };
}

export function document(attachment: number, told: Partial<SeenDocument> = {}): SeenDocument {
  return {
    attachment,
    description: null,
    pageCount: null,
    fileSize_bytes: null,
    pacerDocId: null,
    availability: null,
    documentType: null,
    ...told,
  };
}
