import type { LawCollection, LawDraft, LawMoment } from "#laws/model.ts";
import { pathLabel, unusedLabel } from "#laws/paths.ts";
import type { LawChange } from "#laws/store/write.ts";
import { wordsIn } from "../laws/flow.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { elementsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import type { XmlEvent } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { US_CFR, US_CODE } from "../laws/federal-collections.ts";
import { kindOfDocument, momentOf } from "./document.ts";
import type { UslmKind } from "./document.ts";
import { USLM } from "./grammar.ts";
import { citedLevel, headingOf, isLevel, isPassedOver, labelOf, numberOf } from "./levels.ts";

/** What the code says of a section that is none any more. */
const GONE: ReadonlySet<string> = new Set(["repealed", "omitted", "renumbered", "transferred", "reserved"]);

/** A level that is open: what stands in it itself, and where it stands. */
type Level = {
  readonly element: XmlElement;
  /** Undefined for a level that is no part of the path. */
  place: { readonly path: string; readonly citations: readonly string[]; readonly number: string } | undefined;
  readonly trees: XmlElement[];
  readonly labels: Set<string>;
  sections: number;
};

/** Titles of the United States Code and volumes of the Code of Federal Regulations in USLM. */
export const USLM_READER: DocumentReader = {
  isContainer: (name, within) => isLevel(name) && within.every((level) => isLevel(level.name)),
  rows: async function* rows(events) {
    const reading = new UslmReading();
    for await (const event of events) yield* lawInTime(() => reading.take(event));
    yield* reading.end();
  },
};

class UslmReading {
  #kind: UslmKind | undefined;
  #from: LawMoment | undefined;
  readonly #open: Level[] = [];
  /** By path, what the document has below it: for the sweep at its end. */
  readonly #keeps = new Map<string, Set<string>>();
  readonly #sourceIds = new Map<string, number>();
  #title = "";

  take({ kind, element }: XmlEvent): readonly LawRow[] {
    if (kind === "close") return this.#leave();
    if (kind === "open") this.#enter(element);
    else if (element.name === "meta") this.#from ??= momentOf(this.#document(), element);
    else if (element.name === "section" && this.#open.some(({ element: { name } }) => name === "title")) {
      return [this.#section(element)];
    } else this.#open.at(-1)?.trees.push(element);
    return [];
  }

  *end(): Generator<LawRow> {
    this.#document();
    if (this.#keeps.size === 0) throw new XmlFault("wrong_document", "the document holds no title");
    for (const [below, keeps] of this.#keeps) {
      yield this.#row(null, [{ kind: "sweep", from: this.#moment(), below, nodeType: null, keeps }]);
    }
  }

  #enter(element: XmlElement): void {
    if (this.#open.length === 0) this.#kind = kindOfDocument(element);
    this.#open.push({ element, place: undefined, trees: [], labels: new Set(), sections: 0 });
  }

  /** A level is written when it closes: then all is known that stands in it. */
  #leave(): readonly LawRow[] {
    const level = this.#open.at(-1);
    if (level === undefined) return [];
    const place = this.#placeOf(this.#open.length - 1);
    this.#open.pop();
    if (level.place === undefined) return [];
    const { element, trees } = level;
    const { path, citations, number } = level.place;
    const sourceId = this.#unique(identifierOf(element, path));
    this.#keep(path, sourceId);
    const heading = headingOf(trees);
    const words = wordsIn(
      trees.filter(({ name }) => name !== "num" && name !== "heading"),
      USLM,
    );
    const draft = this.#draft({
      ...words,
      sourceId,
      path,
      sortOrder: place.order,
      nodeType: "PARENT",
      number: number === "" ? null : number,
      title: heading === "" ? null : heading,
      citation: citations.length === 0 ? null : this.#cited(citations),
      isTombstone: GONE.has(element.attributes["status"] ?? ""),
    });
    return [this.#row(sourceId, [draft])];
  }

  #section(element: XmlElement): LawRow {
    const trees = elementsOf(element);
    const number = numberOf(trees);
    const { path: above, labels, order } = this.#placeOf(this.#open.length);
    if (number === "") throw new XmlFault("wrong_document", "a section has no number");
    const label = unusedLabel(pathLabel(`s${number}`), labels);
    const path = `${above}.${label}`;
    const sourceId = this.#unique(identifierOf(element, path));
    this.#keep(path, sourceId);
    const heading = headingOf(trees);
    const body = element.children.filter(
      (child) => typeof child === "string" || (child.name !== "num" && child.name !== "heading"),
    );
    const isReserved = /^\[?reserved\.?\]?$/iu.test(heading.replace(/[^A-Za-z.]/gu, ""));
    return this.#row(sourceId, [
      this.#draft({
        ...wordsIn(body, USLM),
        sourceId,
        path,
        sortOrder: order,
        nodeType: "LEAF",
        number,
        title: heading === "" ? null : heading,
        citation: this.#sectionCitation(number),
        isTombstone: GONE.has(element.attributes["status"] ?? "") || isReserved,
      }),
    ]);
  }

  #draft(
    fields: Omit<
      LawDraft,
      keyof LawMoment | "type" | "registerCitation" | "publicationDate" | "isHistorical" | "sourceUrl"
    >,
  ): LawChange {
    const type = this.#document() === "uscDoc" ? "statute" : "regulation";
    const common = { registerCitation: null, isHistorical: false, sourceUrl: null } as const;
    return { kind: "draft", draft: { ...common, ...this.#moment(), type, ...fields } };
  }

  /**
   * Where what stands at a depth stands: the path of the nearest level above that is part of one, and its order there.
   * A level gets its place when the first thing in it asks, for its number comes before all others.
   */
  #placeOf(depth: number): { readonly path: string; readonly labels: Set<string>; readonly order: number } {
    let path = "";
    let labels = new Set<string>();
    let order = 0;
    let citations: readonly string[] = [];
    let holder: Level | undefined;
    for (const level of this.#open.slice(0, depth + 1)) {
      const { element, trees } = level;
      if (isPassedOver(this.#document(), element.name)) continue;
      if (level.place === undefined) {
        const number = numberOf(trees);
        const label = unusedLabel(labelOf(element, number, headingOf(trees)), labels);
        if (element.name === "title") this.#title = number;
        const cited = citedLevel(element, number);
        citations = cited === "" ? citations : [...citations, cited];
        level.place = { path: path === "" ? label : `${path}.${label}`, citations, number };
        if (holder !== undefined) order = holder.sections += 1;
        else order = Number.parseInt(number, 10) || 0;
        this.#orders.set(level, order);
      }
      ({ path, citations } = level.place);
      ({ labels } = level);
      order = this.#orders.get(level) ?? 0;
      holder = level;
    }
    if (depth >= this.#open.length && holder !== undefined) order = holder.sections += 1;
    return { path, labels, order };
  }

  readonly #orders = new Map<Level, number>();

  /** A title of the Code is swept as a whole, a part of the C.F.R. by itself: a volume holds some parts of a title. */
  #keep(path: string, sourceId: string): void {
    const labels = path.split(".");
    const swept = this.#document() === "uscDoc" ? labels.slice(0, 1) : labels.slice(0, 2);
    if (this.#document() === "cfrDoc" && labels.length < 2) return;
    const below = swept.join(".");
    const keeps = this.#keeps.get(below) ?? new Set();
    this.#keeps.set(below, keeps.add(sourceId));
  }

  #unique(sourceId: string): string {
    const seen = (this.#sourceIds.get(sourceId) ?? 0) + 1;
    this.#sourceIds.set(sourceId, seen);
    return seen === 1 ? sourceId : `${sourceId}#${seen}`;
  }

  #cited(citations: readonly string[]): string {
    const [, ...below] = citations;
    const title = this.#document() === "uscDoc" ? `${this.#title} U.S.C.` : `${this.#title} C.F.R.`;
    return below.length === 0 ? title : `${title} ${below.join(", ")}`;
  }

  #sectionCitation(number: string): string {
    const isCode = this.#document() === "uscDoc";
    const code = isCode ? "U.S.C." : "C.F.R.";
    // A dash is part of many numbers of the Code (`2000e–5`) and stands between two of the C.F.R.
    const isSeveral = isCode ? /\bto\b|,/u.test(number) : /\bto\b|,|–/u.test(number);
    const sign = isSeveral ? "§§" : "§";
    return `${this.#title} ${code} ${sign} ${number}`;
  }

  #row(sourceId: string | null, changes: readonly LawChange[]): LawRow {
    const collection: LawCollection = {
      ...(this.#document() === "uscDoc" ? US_CODE : US_CFR),
      currentThrough: this.#moment().edition,
    };
    return { collection, sourceId, changes };
  }

  #document(): UslmKind {
    if (this.#kind === undefined) throw new XmlFault("wrong_document", "the document has no root of USLM");
    return this.#kind;
  }

  #moment(): LawMoment {
    if (this.#from === undefined) throw new XmlFault("wrong_document", "the document does not say of which day it is");
    return this.#from;
  }
}

/** What the source calls it in every edition; for what has no name, where it stands. */
function identifierOf(element: XmlElement, path: string): string {
  const identifier = element.attributes["identifier"] ?? "";
  return identifier === "" ? `path:${path}` : identifier;
}
