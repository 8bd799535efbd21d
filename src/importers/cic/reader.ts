import type { LawDraft, LawMoment } from "#laws/model.ts";
import { pathLabel, unusedLabel } from "#laws/paths.ts";
import type { LawChange } from "#laws/store/write.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { DocumentReader, LawRow } from "../laws/xml-files.ts";
import { wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import type { XmlEvent } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { readSectionHead } from "./section-head.ts";
import { cicFileOf, collectionOf } from "./states.ts";
import type { CicFile } from "./states.ts";
import { headingWords, notesAlone, sectionWords } from "./words.ts";

const CONTAINERS: ReadonlySet<string> = new Set(["html", "body", "main", "nav", "div"]);

/** Levels of headings from the title down; others stand one below the innermost of these. */
const DEPTHS: Readonly<Record<string, number>> = { title: 0, oneh2: 1, twoh2: 2, threeh2: 3, fourh2: 4 };

/** `Chapter 3.1. Boundaries`, `TITLE XL Crimes`, `PART 2. Form`. */
const LEVEL =
  /^(title|subtitle|chapter|subchapter|article|part|subpart|division)\s([\dIVXLC][\w.-]{0,10}?)\.?(?:\s(.*))?$/iu;
const CITED: Readonly<Record<string, string>> = {
  title: "tit.",
  subtitle: "subtit.",
  chapter: "ch.",
  subchapter: "subch.",
  article: "art.",
  part: "pt.",
  subpart: "subpt.",
  division: "div.",
};

/** The title of a state's code, or its constitution, in the HTML of Public.Resource.Org. */
export const CIC_READER: DocumentReader = {
  isContainer: (name, within) => CONTAINERS.has(name) && within.every((container) => CONTAINERS.has(container.name)),
  rows: async function* rows(events, path) {
    const file = cicFileOf(path);
    if (file === undefined)
      throw new XmlFault("wrong_document", "its name says of which state it is: gov.<state>.code.title.<number>.html");
    const reading = new CicReading(file);
    for await (const event of events) yield* lawInTime(() => reading.take(event));
    yield* lawInTime(() => reading.end());
  },
};

/** The month of the release, from what the file says of itself, as its first day. */
export function releaseOf(text: string): string | undefined {
  const [, year, month] = /\breleased\s(\d{4})\.(\d{2})\b/u.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${month}-01`;
}

type Level = {
  readonly depth: number;
  readonly id: string;
  readonly path: string;
  readonly cited: readonly string[];
  readonly labels: Set<string>;
  below: number;
};

/** What has been begun: a heading of the code or a section, with all that stands below it so far. */
type Begun = { readonly heading: XmlElement; readonly level: Level | undefined; readonly elements: XmlElement[] };

class CicReading {
  readonly #file: CicFile;
  readonly #levels: Level[] = [];
  readonly #sourceIds = new Map<string, number>();
  /** By the path of a chapter, what the file has in it: each is swept by itself, for a title may stand in two files. */
  readonly #keeps = new Map<string, Set<string>>();
  #begun: Begun | undefined;
  #edition: string | undefined;
  #sections = 0;

  constructor(file: CicFile) {
    this.#file = file;
  }

  take({ kind, element }: XmlEvent): readonly LawRow[] {
    if (kind !== "tree") return [];
    if (element.name === "head") this.#edition ??= editionIn(element);
    else if (/^h[123]$/u.test(element.name)) {
      const rows = this.#finish();
      this.#begun = { heading: element, level: element.name === "h3" ? undefined : this.#enter(element), elements: [] };
      return rows;
    } else this.#begun?.elements.push(element);
    return [];
  }

  end(): readonly LawRow[] {
    const rows = [...this.#finish()];
    if (this.#sections === 0) throw new XmlFault("wrong_document", "the file holds no section");
    for (const [below, keeps] of this.#keeps)
      rows.push(this.#row(null, { kind: "sweep", from: this.#moment(), below, nodeType: null, keeps }));
    return rows;
  }

  #enter(heading: XmlElement): Level {
    const id = heading.attributes["id"] ?? "";
    const known = DEPTHS[heading.attributes["class"] ?? ""];
    const innermost = this.#levels.findLast(({ depth }) => Number.isInteger(depth));
    // A heading that no level is named for stands below the innermost that is, beside others of its kind.
    const depth = known ?? (innermost?.depth ?? 0) + 0.5;
    while ((this.#levels.at(-1)?.depth ?? -1) >= depth) this.#levels.pop();
    const above = this.#levels.at(-1);
    const [, kind = "", number = ""] = LEVEL.exec(headingWords(heading)) ?? [];
    const own = above !== undefined && id.startsWith(above.id) ? id.slice(above.id.length) : id;
    const label = unusedLabel(
      pathLabel(own === "" ? headingWords(heading).slice(0, 40) : own),
      above?.labels ?? new Set(),
    );
    const path = above === undefined ? label : `${above.path}.${label}`;
    const cited = kind === "" ? [] : [`${CITED[kind.toLowerCase()]} ${number}`];
    const level = { depth, id, path, cited: [...(above?.cited ?? []), ...cited], labels: new Set<string>(), below: 0 };
    this.#levels.push(level);
    return level;
  }

  #finish(): readonly LawRow[] {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun === undefined) return [];
    return [begun.level === undefined ? this.#section(begun) : this.#levelRow(begun, begun.level)];
  }

  #levelRow({ heading, elements }: Begun, level: Level): LawRow {
    const words = headingWords(heading);
    const [, kind, number = null, rest = ""] = LEVEL.exec(words) ?? [];
    const title = kind === undefined ? words : rest;
    const sourceId = this.#unique(`level:${level.path}`);
    this.#keep(level.path, sourceId);
    return this.#draft({
      ...notesAlone(elements),
      sourceId,
      path: level.path,
      sortOrder: this.#orderIn(this.#above(level)),
      nodeType: "PARENT",
      number,
      title: title === "" ? null : title,
      citation: kind === undefined || level.cited.length === 0 ? null : this.#cited(level.cited.join(", ")),
      isTombstone: false,
    });
  }

  #section({ heading, elements }: Begun): LawRow {
    const words = headingWords(heading);
    const head = readSectionHead(words);
    const level = this.#levels.at(-1);
    if (head === undefined || level === undefined) {
      const message = `a section has no number: ${words.slice(0, 100)}`;
      return { ...this.#row(null), rejects: [{ reason: "no_number", message, hint: "the rest of the file is read" }] };
    }
    const { number, isSeveral, title, isTombstone, effectiveDate, expiresOn } = head;
    this.#sections += 1;
    const path = `${level.path}.${unusedLabel(pathLabel(`s${number}`), level.labels)}`;
    // A section of a code has its number wherever it stands; of a constitution its article has.
    const sourceId = this.#unique(this.#file.isConstitution ? `${level.path}/${number}` : number);
    this.#keep(path, sourceId);
    const place = this.#file.isConstitution && level.cited.length > 0 ? `${level.cited.join(", ")}, ` : "";
    return this.#draft({
      ...sectionWords(elements, this.#file.state.numbering),
      sourceId,
      path,
      sortOrder: this.#orderIn(level),
      nodeType: "LEAF",
      number,
      title,
      citation: this.#cited(`${place}${isSeveral ? "§§" : "§"} ${number}`),
      isTombstone,
      effectiveDate,
      ...(expiresOn === undefined ? {} : { expiresOn }),
    });
  }

  #draft(
    fields: Pick<
      LawDraft,
      | "html"
      | "text"
      | "notesHtml"
      | "sourceId"
      | "path"
      | "sortOrder"
      | "nodeType"
      | "number"
      | "title"
      | "citation"
      | "isTombstone"
    > &
      Partial<Pick<LawDraft, "effectiveDate" | "expiresOn">>,
  ): LawRow {
    const type = this.#file.isConstitution ? "constitution" : "statute";
    const common = { type, registerCitation: null, isHistorical: false, sourceUrl: null, isCommented: true } as const;
    return this.#row(fields.sourceId, { kind: "draft", draft: { ...common, ...this.#moment(), ...fields } });
  }

  #row(sourceId: string | null, ...changes: readonly LawChange[]): LawRow {
    return { collection: collectionOf(this.#file, this.#moment().edition), sourceId, changes };
  }

  #cited(place: string): string {
    const { state, isConstitution } = this.#file;
    return isConstitution ? `${state.cited.split(" ")[0]} Const. ${place}` : `${state.cited} ${place}`;
  }

  #above(level: Level): Level | undefined {
    return this.#levels.findLast(({ depth }) => depth < level.depth);
  }

  #orderIn(level: Level | undefined): number {
    if (level === undefined) return Number.parseInt(this.#levels[0]?.path.replace(/\D+/gu, "") ?? "", 10) || 0;
    level.below += 1;
    return level.below;
  }

  #keep(path: string, sourceId: string): void {
    const chapter = path.split(".").slice(0, 2);
    if (chapter.length < 2) return;
    const below = chapter.join(".");
    this.#keeps.set(below, (this.#keeps.get(below) ?? new Set()).add(sourceId));
  }

  #unique(sourceId: string): string {
    const seen = (this.#sourceIds.get(sourceId) ?? 0) + 1;
    this.#sourceIds.set(sourceId, seen);
    return seen === 1 ? sourceId : `${sourceId}#${seen}`;
  }

  #moment(): LawMoment {
    if (this.#edition === undefined)
      throw new XmlFault("wrong_document", "the file does not say of which release it is (released 2021.10)");
    return { versionKey: this.#edition, edition: this.#edition, effectiveDate: null, publicationDate: null };
  }
}

function editionIn(head: XmlElement): string | undefined {
  const metas = head.children.filter((child) => typeof child !== "string" && child.name === "meta") as XmlElement[];
  return (
    metas.map(({ attributes }) => releaseOf(attributes["content"] ?? "")).find((day) => day !== undefined) ??
    releaseOf(wordsOf(head))
  );
}
