import type { LawCollection, LawDraft, LawMoment } from "#laws/model.ts";
import type { LawChange } from "#laws/store/write.ts";
import { US_CFR } from "../laws/federal-collections.ts";
import { wordsIn } from "../laws/flow.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { childNamed, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { draftOf, sourceIdOf, titleDraft } from "./eregs-pieces.ts";
import type { Part } from "./eregs-pieces.ts";
import { PRINTED } from "./printed-grammar.ts";
import { headOf, ownNodesOf, printedPieces } from "./printed-pieces.ts";

/** What holds parts: of an annual granule itself; a volume of the year, or a title of the eCFR, with its levels. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "CFRGRANULE",
  "CFRDOC",
  "TITLE",
  "SUBTITLE",
  "CHAPTER",
  "SUBCHAP",
  "DLPSTEXTCLASS",
  "ECFR",
  "TEXT",
  "BODY",
  "ECFRBRWS",
  "DIV1",
  "DIV2",
  "DIV3",
  "DIV4",
]);

/**
 * The Code of Federal Regulations in the Government Publishing Office's own XML: a granule of the annual edition with
 * one part, a whole volume of it, or a title in the bulk data of the eCFR. `edition` is the day where a file does not say its own.
 */
export function printedReader(edition: string | undefined): DocumentReader {
  return {
    isContainer: (name, within) => CONTAINERS.has(name) && within.every((element) => CONTAINERS.has(element.name)),
    rows: async function* rows(events, path) {
      let title = { number: "", name: "" };
      let day = dayIn(path) ?? edition;
      let told = 0;
      for await (const { kind, element } of events) {
        if (element.namespace !== "") {
          throw new XmlFault("wrong_document", `${element.name} is of the namespace ${element.namespace}`);
        }
        if (kind === "open" && element.name === "DIV1") title = { number: titleNumber(element), name: "" };
        if (kind !== "tree") continue;
        if (element.name === "FDSYS") {
          title = lawInTime(() => ({ number: said(element, "CFRTITLE"), name: said(element, "CFRTITLETEXT") }));
          day = lawInTime(() => dayOf(said(element, "DATE"))) ?? day;
        } else if (element.name === "FMTR") {
          const page = childNamed(element, "TITLEPG");
          if (page === undefined) continue;
          title = lawInTime(() => ({ number: digitsIn(said(page, "TITLENUM")), name: said(page, "SUBJECT") }));
          day = lawInTime(() => dayOf(said(page, "REVISED").replace(/^Revised as of /iu, ""))) ?? day;
        } else if (element.name === "AMDDATE") day = lawInTime(() => dayOf(wordsOf(element))) ?? day;
        else if (element.name === "HEAD" && title.name === "") {
          title = { ...title, name: lawInTime(() => nameOf(wordsOf(element))) };
        } else if (element.name === "PART" || element.name === "DIV5") {
          told += 1;
          yield lawInTime(() => rowOf(element, title, day));
        }
      }
      if (told === 0) throw new XmlFault("wrong_document", "the document holds no part of the C.F.R.");
    },
  };
}

type Title = { readonly number: string; readonly name: string };

function rowOf(element: XmlElement, title: Title, day: string | undefined): LawRow {
  const head = headOf(element);
  const [, number = element.attributes["N"] ?? "", heading = ""] =
    /^PARTS?\s+(\d+[a-z]*)\b\s*(?:[—–-]\s*)?(.*)$/isu.exec(head) ?? [];
  if (title.number === "" || number === "") throw new XmlFault("wrong_document", "a part or its title has no number");
  if (day === undefined) {
    throw new XmlFault("wrong_document", "nothing says of which day the file is: give --edition 2020-01-31");
  }
  const from: LawMoment = { versionKey: `edition/${day}`, edition: day, effectiveDate: null, publicationDate: null };
  const part: Part = { title: title.number, part: number, from, url: null };
  const drafts = draftsOf(element, part, { heading, titleName: title.name });
  const keeps = new Set(drafts.map(({ sourceId }) => sourceId));
  const changes = drafts.map((draft): LawChange => ({ kind: "draft", draft }));
  const sweep: LawChange = { kind: "sweep", from, below: `t${part.title}.pt${part.part}`, nodeType: null, keeps };
  const collection: LawCollection = { ...US_CFR, source: "ecfr", currentThrough: day };
  return { collection, sourceId: sourceIdOf(part), changes: [...changes, sweep] };
}

function draftsOf(
  element: XmlElement,
  part: Part,
  { heading, titleName }: { readonly heading: string; readonly titleName: string },
): LawDraft[] {
  const path = `t${part.title}.pt${part.part}`;
  const cited = `${part.title} C.F.R. pt. ${part.part}`;
  return [
    titleDraft(part, titleName),
    draftOf(part, {
      ...wordsIn(ownNodesOf(element), PRINTED),
      sourceId: sourceIdOf(part),
      path,
      sortOrder: Number.parseInt(part.part, 10) || 0,
      nodeType: "PARENT",
      number: `Part ${part.part}`,
      title: heading || null,
      citation: cited,
      isTombstone: /\[Reserved\]\s*$/iu.test(heading),
    }),
    ...printedPieces(element, { part, above: path, cited }),
  ];
}

/** The bulk data number a title's volumes; the title stands before them in the name of the node: `12:1`. */
function titleNumber({ attributes }: XmlElement): string {
  return /^(\d+):/u.exec(attributes["NODE"] ?? "")?.[1] ?? attributes["N"] ?? "";
}

function digitsIn(text: string): string {
  return /\d+/u.exec(text)?.[0] ?? "";
}

function said(element: XmlElement, name: string): string {
  return wordsOf(childNamed(element, name));
}

/** `Title 12—Banks and Banking—Volume 1`. */
function nameOf(head: string): string {
  return head.replace(/^Title\s+\d+\s*[—–-]\s*/iu, "").replace(/(?:(?<!\s)\s+)?[—–-]\s*Volume\s+\d+\s*$/iu, "");
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** `2017-01-01`, `Dec. 16, 2019`, `December 16, 2019`. */
function dayOf(text: string): string | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}/u.exec(text)?.[0];
  if (iso !== undefined) return iso;
  const [, name = "", day = "", year = ""] = /^([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),\s+(\d{4})/u.exec(text.trim()) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A directory or a file that is named by a day. */
function dayIn(path: string): string | undefined {
  return /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u.exec(path)?.[0];
}

/** The day of a file's edition from its beginning or its path. */
export function dayOfHead(head: string, path: string): string | undefined {
  const revised = /<REVISED>\s*Revised as of ([^<]+)</iu.exec(head)?.[1];
  const stated = revised ?? /<(?:DATE|AMDDATE)>([^<]+)</u.exec(head)?.[1]?.trimStart();
  return (stated === undefined ? undefined : dayOf(stated)) ?? dayIn(path);
}
