import type { RejectReason } from "../frame/source.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { parseXml } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { schemaReject } from "../validation.ts";
import { HINT, unknownCourt } from "./archive-json.ts";
import { docket } from "#dockets/archive/shapes.ts";
import type { SeenDocket } from "#dockets/archive/seen.ts";
import { namedBy, seenByDocket } from "#dockets/archive/seen.ts";

const ROOTS: ReadonlySet<string> = new Set(["gov_uscourts_docket", "docket"]);
const FEEDS: ReadonlySet<string> = new Set(["rss", "feed", "RDF"]);
const FEED: { readonly reject: RejectReason } = {
  reject: {
    reason: "feed",
    message: "it is the feed of what a court entered in some hours, with one line of each entry and not its words",
    hint: "import the dockets of the cases it names",
  },
};

/** A docket file of the archive as it was written before JSON: details of the case, parties, a list of documents. */
export function readArchiveXml(
  bytes: Buffer,
  place: string,
): { readonly seen: readonly SeenDocket[] } | { readonly reject: RejectReason } {
  let root: XmlElement;
  try {
    root = parseXml(bytes);
  } catch (thrown) {
    if (thrown instanceof XmlFault) return { reject: thrown.toReject() };
    throw thrown;
  }
  if (FEEDS.has(root.name)) return FEED;
  const details = childNamed(root, "case_details");
  if (!ROOTS.has(root.name) || details === undefined) {
    const message = "the document is no docket of the archive: it has no case_details";
    return { reject: { reason: "no_docket", message, hint: "expected files named *.docket.xml" } };
  }
  const told = docket.safeParse({ ...detailsOf(details), ...partiesIn(root), docket_entries: entriesIn(root) });
  if (!told.success) return { reject: schemaReject(told.error, HINT) };
  const named = namedBy(told.data);
  return named === undefined
    ? unknownCourt(told.data.court_id ?? "")
    : { seen: [seenByDocket(told.data, named, place)] };
}

const textOf = (element: XmlElement, name: string): string => unescaped(wordsOf(childNamed(element, name)));

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What stands before a space is for machines. */
const FIRST_PRINTED = 32;

/** The files are XML made of HTML that was not read: its entities are escaped once more. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(?<code>\d{1,6})|(?<name>amp|lt|gt|quot|apos|nbsp));/gu, (whole, ...matched) => {
    const { code, name } = matched.at(-1) as { readonly code?: string; readonly name?: string };
    if (code === undefined) return ENTITIES[name ?? ""] ?? whole;
    return Number(code) < FIRST_PRINTED ? whole : String.fromCodePoint(Number(code));
  });
}

function linesOf(element: XmlElement, name: string): string[] {
  const text = childNamed(element, name)?.children.filter((child) => typeof child === "string") ?? [];
  return text
    .join("")
    .split("\n")
    .map((line) => unescaped(line.replaceAll(/\s+/gu, " ").trim()))
    .filter((line) => line !== "");
}

/** `TERMINATED: 02/10/2011` among what is said of a party. */
function terminatedIn(party: XmlElement): string {
  const { month, day, year } =
    /\bTERMINATED: (?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})\b/u.exec(textOf(party, "extra_info"))?.groups ?? {};
  return year === undefined ? "" : `${year}-${month}-${day}`;
}

function detailsOf(details: XmlElement): Record<string, unknown> {
  const said = (name: string): string => textOf(details, name);
  return {
    court_id: said("court"),
    docket_number: said("docket_num"),
    pacer_case_id: said("pacer_case_num"),
    case_name: said("case_name"),
    date_filed: said("date_case_filed"),
    date_terminated: said("date_case_terminated"),
    date_last_filing: said("date_last_filing"),
    assigned_to_str: said("assigned_to"),
    referred_to_str: said("referred_to"),
    cause: said("case_cause"),
    nature_of_suit: said("nature_of_suit"),
    jury_demand: said("jury_demand"),
    jurisdiction_type: said("jurisdiction"),
  };
}

function partiesIn(root: XmlElement): Record<string, unknown> {
  const list = childNamed(root, "party_list");
  if (list === undefined) return {};
  const parties = elementsOf(list).map((party) => ({
    name: textOf(party, "name"),
    extra_info: textOf(party, "extra_info"),
    party_types: [
      { name: textOf(party, "type"), date_terminated: textOf(party, "date_terminated") || terminatedIn(party) },
    ],
    attorneys: elementsOf(childNamed(party, "attorney_list") ?? party)
      .filter(({ name }) => name === "attorney")
      .map((attorney) => ({
        name: textOf(attorney, "attorney_name"),
        contact_raw: linesOf(attorney, "contact").join("\n"),
        roles: linesOf(attorney, "attorney_role"),
      })),
  }));
  return { parties };
}

type Documents = { readonly number: string; readonly members: XmlElement[] };

/** The list is one of documents, each with the numbers of its entry and of its attachment. */
function entriesIn(root: XmlElement): unknown[] {
  const list = childNamed(root, "document_list");
  const entries = new Map<string, Documents>();
  for (const member of list === undefined ? [] : elementsOf(list)) {
    const number = member.attributes["doc_num"] ?? "";
    const held = entries.get(number);
    if (held === undefined) entries.set(number, { number, members: [member] });
    else held.members.push(member);
  }
  return [...entries.values()].map(({ number, members }) => {
    const main = members.find(({ attributes }) => (attributes["attachment_num"] ?? "0") === "0") ?? members[0];
    const said = (name: string): string => (main === undefined ? "" : textOf(main, name));
    return {
      entry_number: number,
      pacer_sequence_number: said("pacer_de_seq_num"),
      date_filed: said("date_filed"),
      description: said("long_desc"),
      short_description: said("short_desc"),
      recap_documents: members.map(documentOf),
    };
  });
}

function documentOf(member: XmlElement): Record<string, unknown> {
  const attachment = Number(member.attributes["attachment_num"] ?? "0");
  const pages = Number(textOf(member, "page_count"));
  return {
    attachment_number: Number.isInteger(attachment) && attachment > 0 ? attachment : null,
    description:
      attachment > 0 ? textOf(member, "long_desc") || textOf(member, "short_desc") : textOf(member, "short_desc"),
    pacer_doc_id: textOf(member, "pacer_doc_id"),
    page_count: Number.isInteger(pages) && pages > 0 ? pages : null,
    is_available: textOf(member, "available") === "1",
    is_free_on_pacer: textOf(member, "free_import") === "1",
    date_upload: textOf(member, "upload_date"),
  };
}
