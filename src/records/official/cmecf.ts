import type { Paper, Sale } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import { RECEIPT_FIELD } from "./court.ts";
import type { Court, Fields, Offered } from "./court.ts";
import { readCaseNumbers } from "./pages/case-numbers.ts";
import type { CaseRef } from "./pages/case-numbers.ts";
import { documentIdOf } from "./pages/menu.ts";
import type { Menu } from "./pages/menu.ts";
import { reportFields } from "./report-options.ts";
import type { ReportOptions } from "./report-options.ts";
import { accepted, documentIn, menuIn, refusalOf, reportIn, unexpected } from "./sales.ts";

/** How a district or bankruptcy court's present system is asked; courts of appeals are in the file beside it. */

/** Buys a docket report. */
export async function sellDocketReport(
  court: Court,
  { caseId, docketNumber }: CaseRef,
  options: ReportOptions,
  paper: Paper,
): Promise<Sale> {
  const asked = await court.free(court.at(`cgi-bin/DktRpt.pl?${caseId}`), paper.clientCode, paper.signal);
  if (asked.answer.kind !== "reportForm") return refusalOf(asked);
  const { form } = asked.answer;
  const { list_of_parties_and_counsel: _, terminated_parties: __, ...preset } = form.fields;
  const fields = { ...preset, ...reportFields(options), all_case_ids: caseId, case_num: docketNumber };
  const asking = await court.buying(court.at(form.action, asked.url), fields, paper);
  return reportIn(await accepted(court, asking, { fields, paper }));
}

/** Buys one document, by its own number. */
export async function sellDocument(
  court: Court,
  { documentId, caseId }: { readonly documentId: string; readonly caseId: string | null },
  paper: Paper,
): Promise<Sale> {
  const place = documentPlace(court, documentId, "document");
  const shownFor = async (id: string | null): Promise<Offered> => court.buying(place, documentFields(id, "0"), paper);
  const first = await shownFor(caseId);
  // Dockets list documents of other cases too, a co-defendant's: with the number of this one they are not found.
  const isOfAnother = caseId !== null && first.isFree && first.answer.kind === "notFound";
  const [shown, id] = isOfAnother ? [await shownFor(null), null] : [first, caseId];
  const receipt = shown.answer.kind === "confirm" ? (shown.answer.receipt ?? null) : null;
  const served = await accepted(court, shown, { fields: documentFields(id, "1"), paper });
  return "answer" in served ? documentIn(court, served, receipt) : served;
}

/** The menu of an entry, or undefined where it has one document only. It is free. Throws `RecordsRefusal`. */
export async function readAttachmentMenu(
  court: Court,
  documentId: string,
  caseId: string | null,
  signal?: AbortSignal,
): Promise<Menu | undefined> {
  const url = documentPlace(court, documentId, "menu");
  if (caseId !== null) url.searchParams.set("caseid", caseId);
  return menuIn(await court.free(url, null, signal));
}

/** Which case a docket number is in this court, by the court's own look-up. It is free; undefined where the court has none. */
export async function lookUpCase(
  court: Court,
  docketNumber: string,
  signal?: AbortSignal,
): Promise<readonly CaseRef[] | undefined> {
  const url = court.at("cgi-bin/possible_case_numbers.pl");
  url.search = encodeURIComponent(docketNumber);
  const served = await court.free(url, null, signal);
  if (served.status === 404) return undefined;
  const read = readCaseNumbers(served.body.toString("utf8"));
  if (read.kind === "sealed") throw new RecordsRefusal("sealed", "the case is under seal");
  if (read.kind === "unreadable") throw unexpected("an answer of the look-up of docket numbers");
  return read.cases;
}

/** The fourth digit of a document's number says whether the menu of its entry is wanted, or the document itself. */
function documentPlace(court: Court, documentId: string, wanted: "menu" | "document"): URL {
  const known = documentIdOf(`/doc1/${documentId}`);
  if (known === undefined) throw new RecordsRefusal("not_found", "this is not a document number");
  return court.at(`doc1/${known.slice(0, 3)}${wanted === "menu" ? "0" : "1"}${known.slice(4)}`);
}

function documentFields(caseId: string | null, gotReceipt: "0" | "1"): Fields {
  return {
    ...(caseId !== null && { caseid: caseId }),
    [RECEIPT_FIELD]: gotReceipt,
    pdf_header: "1",
    pdf_toggle_possible: "1",
  };
}
