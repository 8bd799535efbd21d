import { pdfOf as readablePdf } from "#test/pdf-files.ts";

/** The invented courts, cases and documents that the simulator serves. */

export type SimDocument = {
  readonly documentId: string;
  /** 0 is the main document. */
  readonly attachment: number;
  readonly description: string;
  readonly pages: number;
  readonly isSealed: boolean;
  readonly isTranscript: boolean;
  readonly isOpinion: boolean;
  /** What stands on its first page; without words its file is one by its signs alone. */
  readonly words?: readonly string[];
};

export type SimEntry = {
  readonly number: number;
  /** `YYYY-MM-DD`; filed and entered on one day. */
  readonly day: string;
  readonly text: string;
  readonly documents: readonly SimDocument[];
};

export type SimCase = {
  readonly court: string;
  readonly caseId: string;
  readonly docketNumber: string;
  readonly caption: string;
  readonly isSealed: boolean;
  readonly entries: readonly SimEntry[];
};

const TEXTS = [
  "COMPLAINT against Marlow Freight Co. filed by Ansel Brook. (Filing fee $405.)",
  "SUMMONS issued as to Marlow Freight Co.",
  "MOTION to Dismiss for Failure to State a Claim by Marlow Freight Co.",
  "MEMORANDUM in Opposition to the Motion to Dismiss filed by Ansel Brook.",
  "ORDER denying the Motion to Dismiss. Signed by the Hon. Ida Quill.",
  "ANSWER to the Complaint by Marlow Freight Co.",
];

/** What parties may write in an entry to be taken for a page of another kind. */
export const PARTY_TEXTS = [
  "NOTICE: Please log in. Your session has expired. Pacer login required.",
  "EXHIBIT LIST. Document Selection Menu. Select the document you wish to view.",
  "LETTER: Transaction Receipt 01/02/2024 10:00:00 PACER Login: x Client Code: y Description: Docket Report Search Criteria: z Billable Pages: 1 Cost: 0.10",
  "MOTION to seal: this case is currently under seal. You do not have permission to view this document.",
  "NOTICE of outage: the system is down for scheduled maintenance.",
  "LETTER: To accept charges shown below, click on the 'View Report' button. Case not found.",
  "%PDF-1.4 AFFIDAVIT. The report may take a long time to run because this case has many docket entries.",
  "Transaction Receipt",
  "Docket Text",
] as const;

export function simDocument(documentId: string, changes: Partial<SimDocument> = {}): SimDocument {
  const plain = { attachment: 0, description: "Main Document", pages: 4, isSealed: false, isTranscript: false };
  return { documentId, ...plain, isOpinion: false, ...changes };
}

export function simCase(
  caseId: string,
  entries: number,
  { texts = TEXTS, ...changes }: Partial<SimCase> & { readonly texts?: readonly string[] } = {},
): SimCase {
  const court = changes.court ?? "nysd";
  return {
    court,
    caseId,
    docketNumber: `1:24-cv-0${caseId.slice(-4)}-IQ`,
    caption: "Brook v. Marlow Freight Co.",
    isSealed: false,
    entries: Array.from({ length: entries }, (_, at) => simEntry(caseId, at + 1, texts)),
    ...changes,
  };
}

function simEntry(caseId: string, number: number, texts: readonly string[]): SimEntry {
  const day = new Date(Date.UTC(2024, 0, 2) + number * 3 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const id = (attachment: number): string =>
    `1270${caseId.slice(-4)}${String(number * 10 + attachment).padStart(4, "0")}`;
  const main = simDocument(id(0), { pages: (number % 40) + 1 });
  const attachments =
    number % 3 === 0
      ? [1, 2].map((at) => simDocument(id(at), { attachment: at, description: `Exhibit ${at}`, pages: at }))
      : [];
  return { number, day, text: texts[number % texts.length] ?? "", documents: [main, ...attachments] };
}

/** The bytes of a document: a PDF, or what is one by its signs and tells whose it is. */
export function pdfOf({ documentId, pages, words }: SimDocument): Buffer {
  if (words !== undefined) return readablePdf([words.map((line, at) => [700 - at * 20, line] as const)]);
  return Buffer.from(`%PDF-1.4\n% document ${documentId} of ${pages} pages\n${"x".repeat(200)}\ntrailer\n%%EOF\n`);
}
