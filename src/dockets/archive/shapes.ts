import { z } from "zod";

/** PostgreSQL takes no NUL, neither in what is kept nor in what is looked for. */
const text = z.string().overwrite((given) => given.replaceAll("\0", ""));
/** A text that says something, or null: the archive writes an empty text for what it does not know. */
const said = text.nullish().transform((given) => given?.trim() || null);
const number = z.union([text, z.number()]).nullish();
const numberText = number.transform((value) => (value == null || value === "" ? null : String(value)));
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
/** A record of the archive by its id, its address, or itself. */
export const reference = z
  .union([z.number(), z.string(), z.looseObject({ id: z.union([z.number(), z.string()]) })])
  .nullish()
  .transform((value) => {
    const id = value != null && typeof value === "object" ? value.id : value;
    return id == null ? null : (/(?<![^/])([^/]+)\/?$/u.exec(String(id))?.[1] ?? null);
  });

export const document = z.looseObject({
  docket_entry: reference,
  document_number: numberText,
  attachment_number: z.int().min(0).nullish(),
  description: said,
  page_count: z.int().nullish(),
  file_size: z.int().nullish(),
  pacer_doc_id: numberText,
  is_available: flag,
  is_free_on_pacer: flag,
  is_sealed: flag,
  plain_text: said,
  date_upload: said,
});
export type ArchivedDocument = z.output<typeof document>;

export const entry = z.looseObject({
  id: numberText,
  docket: reference,
  entry_number: numberText,
  pacer_sequence_number: numberText,
  date_filed: said,
  date_modified: said,
  description: said,
  short_description: said,
  recap_documents: z.array(document).nullish(),
});
export type ArchivedEntry = z.output<typeof entry>;

const attorney = z.looseObject({
  name: said,
  contact_raw: said,
  roles: z.array(z.union([z.string(), z.looseObject({ role: numberText, role_raw: said })])).nullish(),
});

const party = z.looseObject({
  name: said,
  extra_info: said,
  party_types: z.array(z.looseObject({ name: said, date_terminated: said, extra_info: said })).nullish(),
  attorneys: z.array(attorney).nullish(),
});
export type ArchivedParty = z.output<typeof party>;

const originating = z.looseObject({
  docket_number: said,
  assigned_to_str: said,
  ordering_judge_str: said,
  court_reporter: said,
  date_filed: said,
  date_disposed: said,
  date_judgment: said,
  date_judgment_eod: said,
  date_filed_noa: said,
  date_received_coa: said,
});

const bankruptcy = z.looseObject({
  chapter: said,
  trustee_str: said,
  date_converted: said,
  date_debtor_dismissed: said,
});

/** What is no object (an address of the record) tells nothing here. */
const asObject = (value: unknown): unknown => (value !== null && typeof value === "object" ? value : null);

export const docket = z.looseObject({
  id: numberText,
  court: reference,
  court_id: said,
  docket_number: said,
  pacer_case_id: numberText,
  case_name: said,
  case_name_full: said,
  date_modified: said,
  date_filed: said,
  date_terminated: said,
  date_last_filing: said,
  cause: said,
  nature_of_suit: said,
  jury_demand: said,
  jurisdiction_type: said,
  assigned_to_str: said,
  referred_to_str: said,
  mdl_status: said,
  panel_str: said,
  appeal_from_str: said,
  appellate_fee_status: said,
  appellate_case_type_information: said,
  bankruptcy_information: z.preprocess(asObject, bankruptcy.nullable()),
  originating_court_information: z.preprocess(asObject, originating.nullable()),
  parties: z.array(party).nullish(),
  docket_entries: z.array(entry).nullish(),
});
export type ArchivedDocket = z.output<typeof docket>;
