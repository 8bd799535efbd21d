import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import type { LawCollection, LawDraft, LawMoment } from "#laws/model.ts";
import { pathLabel } from "#laws/paths.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { fileStamp } from "../input/open.ts";
import type { RejectReason } from "../frame/source.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import type { LawContext, LawItem, LawPart, PreparedLaws } from "../laws/law-item.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { citedCode } from "./codes.ts";
import { readContents } from "./contents.ts";
import type { Contents, Level } from "./contents.ts";
import { rowsOf, SECTIONS } from "./table.ts";
import type { Row } from "./table.ts";
import { daysIn, sectionWords } from "./words.ts";

const TABLES = ["LAW_SECTION_TBL.dat", "LAW_TOC_TBL.dat", "LAW_TOC_SECTIONS_TBL.dat"] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const ROWS_PER_GROUP = 64;
const HINT =
  "unpack pubinfo_<year>.zip: the tables and the .lob files stand side by side; see docs/operating/import-laws.md";

/**
 * The codes of California from the Legislature's bulk files (docs/operating/import-laws.md): directories that hold the
 * unpacked tables, each an edition of the day that its name says, or `--edition`, or of its newest row.
 */
export async function prepareCalifornia({ paths, edition }: LawContext): Promise<PreparedLaws> {
  const found = await Promise.all(paths.map(async (path) => exportsAt(path)));
  const dated = await Promise.all(
    found.flat().map(async (path) => ({ path, day: edition ?? dayOf(path) ?? (await newestIn(path)) })),
  );
  if (dated.length === 0) {
    throw new OnpointError("invalid_input", `no tables of the codes in ${paths.join(", ")}`, { hint: HINT });
  }
  const ordered = dated.toSorted((left, right) => (left.day < right.day ? -1 : 1));
  const parts = await Promise.all(ordered.map(async ({ path, day }) => exportPart(path, day)));
  return { source: "california", parts, notes: [], finish: async () => undefined, close: async () => undefined };
}

/** The directory itself, or those in it, that hold the tables. */
async function exportsAt(path: string): Promise<readonly string[]> {
  const at = await stat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    throw new OnpointError("not_found", `${path} does not exist`, { cause: thrown });
  });
  if (!at.isDirectory()) throw new OnpointError("invalid_input", `${path} is not a directory`, { hint: HINT });
  const names = await readdir(path);
  const missing = TABLES.filter((name) => !names.includes(name));
  if (missing.length === 0) return [path];
  if (missing.length < TABLES.length) {
    throw new OnpointError("invalid_input", `${path} has no ${missing.join(" and no ")}`, {
      hint: "exports of a single day have no tables of the codes: take the one of the session",
    });
  }
  return (
    await Promise.all(names.filter((name) => DAY.test(name)).map(async (name) => exportsAt(join(path, name))))
  ).flat();
}

function dayOf(path: string): string | undefined {
  const name = basename(path);
  return DAY.test(name) ? name : undefined;
}

/** The day of the newest row; rows are changed when their section is. */
async function newestIn(path: string): Promise<string> {
  let newest = "";
  for await (const { told } of rowsOf(join(path, "LAW_SECTION_TBL.dat"), SECTIONS)) {
    const day = (told?.trans_update ?? "").slice(0, 10);
    if (DAY.test(day) && day > newest) newest = day;
  }
  if (newest !== "") return newest;
  throw new OnpointError("invalid_input", `nothing says of which day the codes in ${path} are`, {
    hint: "name the directory by the day (2026-05-09), or give --edition 2026-05-09",
  });
}

async function exportPart(path: string, day: string): Promise<LawPart> {
  const table = join(path, "LAW_SECTION_TBL.dat");
  const { key, size_bytes } = await fileStamp(table);
  let taken_bytes = 0;
  return {
    key: `${day} ${key}`,
    label: `${day}/LAW_SECTION_TBL.dat`,
    size_bytes,
    open: async (afterRow) => {
      const contents = await readContents({
        toc: join(path, "LAW_TOC_TBL.dat"),
        sections: join(path, "LAW_TOC_SECTIONS_TBL.dat"),
      });
      return {
        groups: groupsOf(new Export(path, day, contents), afterRow, (bytes) => (taken_bytes += bytes)),
        bytesTaken: () => taken_bytes,
        close: async () => undefined,
      };
    },
  };
}

/** Levels first, then sections in the order of their table, then the sweep of each code. */
async function* groupsOf(
  told: Export,
  afterRow: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly LawItem[]> {
  let row = 0;
  let group: LawItem[] = [];
  for await (const { item, bytes } of told.items(() => (row += 1))) {
    onBytes(bytes);
    if (item.place.row <= afterRow) continue;
    group.push(item);
    if (group.length < ROWS_PER_GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

class Export {
  readonly #path: string;
  readonly #contents: Contents;
  readonly #from: LawMoment;
  readonly #collection: LawCollection;
  /** By code, what this edition has of it. */
  readonly #keeps = new Map<string, Set<string>>();

  constructor(path: string, day: string, contents: Contents) {
    this.#path = path;
    this.#contents = contents;
    this.#from = { versionKey: day, edition: day, effectiveDate: null, publicationDate: null };
    this.#collection = {
      id: "ca-codes",
      name: "Codes of California",
      type: "statute",
      state: "California",
      country: "US",
      publisher: "California Legislature",
      source: "california",
      sourceUrl: "https://leginfo.legislature.ca.gov/",
      currentThrough: day,
    };
  }

  async *items(nextRow: () => number): AsyncGenerator<{ readonly item: LawItem; readonly bytes: number }> {
    for (const level of this.#contents.levels) {
      const draft = this.#levelDraft(level);
      yield { item: this.#item("LAW_TOC_TBL.dat", nextRow(), draft, 0), bytes: 0 };
    }
    for await (const { told, bytes } of rowsOf(join(this.#path, "LAW_SECTION_TBL.dat"), SECTIONS)) {
      const file = "LAW_SECTION_TBL.dat";
      if (told === undefined) {
        const reject = {
          reason: "bad_row",
          message: "the row has too few columns",
          hint: `${SECTIONS.length} are expected`,
        };
        yield { item: this.#item(file, nextRow(), reject, bytes), bytes };
      } else if (told.active_flg !== "N") {
        const made = await this.#section(told);
        const isOff = !("reason" in made) && this.#contents.places.get(told.law_section_version_id ?? "") === undefined;
        const item = this.#item(file, nextRow(), made, bytes);
        yield {
          item: isOff
            ? { ...item, told: "stands at the top of its code: the table of contents does not name it" }
            : item,
          bytes,
        };
      }
    }
    for (const [code, keeps] of this.#keeps) {
      const sweep = { kind: "sweep", from: this.#from, below: code.toLowerCase(), nodeType: null, keeps } as const;
      const place = { file: "LAW_SECTION_TBL.dat", row: nextRow() };
      yield {
        item: { place, sourceId: null, bytes: 0, collection: this.#collection, changes: [sweep], rejects: [] },
        bytes: 0,
      };
    }
  }

  #item(file: string, row: number, made: LawDraft | RejectReason, bytes: number): LawItem {
    const base = { place: { file, row }, bytes, collection: this.#collection };
    if ("reason" in made) return { ...base, sourceId: null, changes: [], rejects: [made] };
    return { ...base, sourceId: made.sourceId, changes: [{ kind: "draft", draft: made }], rejects: [] };
  }

  #levelDraft({ code, path, number, title, citation, sortOrder }: Level): LawDraft {
    const sourceId = this.#kept(code, `/${path}`);
    const words = { html: "", text: "", notesHtml: null };
    const fields = { path, sortOrder, sourceId, number, title, citation, nodeType: "PARENT" } as const;
    return { ...this.#common(code), ...this.#from, ...words, ...fields, isTombstone: false };
  }

  async #section(told: Row<(typeof SECTIONS)[number]>): Promise<LawDraft | RejectReason> {
    const { law_code: code, lob_file: lob, article, history } = told;
    const number = (told.section_num ?? "")
      .trim()
      .replace(/^(?:SECTION|SEC\.)\s+/iu, "")
      .replace(/\.$/u, "");
    const cited = citedCode(code ?? "");
    if (code === null || cited === undefined || number === "") {
      return {
        reason: "no_number",
        message: `no section of a code: ${code ?? "?"} ${number}`,
        hint: "the rest is read",
      };
    }
    const { operativeOn, expiresOn } = daysIn(history ?? "");
    const stated = operativeOn ?? dayIn(told.effective_date);
    const place = this.#contents.places.get(told.law_section_version_id ?? "");
    const words = await this.#wordsOf(lob ?? "");
    if ("reason" in words) return words;
    const isConstitution = code === "CONS";
    const stem = `${code}/${isConstitution ? `${article ?? ""}/` : ""}${number}`;
    // Of versions that stand side by side each is one of its own, told apart by its day.
    const sourceId = this.#kept(code, this.#keeps.get(code)?.has(stem) === true ? `${stem}@${stated ?? ""}` : stem);
    const within = isConstitution && article !== null ? ` art. ${article.trim().replace(/\.$/u, "")},` : "";
    return {
      ...this.#common(code),
      ...this.#from,
      ...words,
      notesHtml: history === null || history.trim() === "" ? null : `<p>${escapeHtml(history.trim())}</p>`,
      effectiveDate: stated,
      ...(expiresOn === undefined ? {} : { expiresOn }),
      path: `${place?.path ?? code.toLowerCase()}.${pathLabel(`s${sourceId.slice(code.length + 1)}`)}`,
      sortOrder: place?.sortOrder ?? 0,
      sourceId,
      nodeType: "LEAF",
      number,
      title: null,
      citation: `${cited}${within} § ${number}`,
      isTombstone: false,
    };
  }

  async #wordsOf(lob: string): Promise<ReturnType<typeof sectionWords> | RejectReason> {
    const name = basename(lob);
    const hint = "the file stands beside the tables in the export";
    try {
      if (name === "") return { reason: "no_text", message: "the row names no file with its words", hint };
      const path = join(this.#path, name);
      if ((await stat(path)).size > LIMITS.import_field_bytes_max)
        return { reason: "too_large", message: `${name} is larger than any section`, hint: "look at the file" };
      const text = await readFile(path, "utf8");
      const words = lawInTime(() => sectionWords(text));
      return words.text === "" ? { reason: "no_text", message: `${name} holds no words`, hint } : words;
    } catch (thrown) {
      if (thrown instanceof XmlFault) return thrown.toReject();
      if (systemCodeOf(thrown) === "ENOENT") return { reason: "no_text", message: `${name} is not there`, hint };
      throw thrown;
    }
  }

  #common(code: string): Pick<LawDraft, "type" | "registerCitation" | "isHistorical" | "sourceUrl"> {
    const type = code === "CONS" ? "constitution" : "statute";
    return { type, registerCitation: null, isHistorical: false, sourceUrl: null };
  }

  #kept(code: string, wanted: string): string {
    const keeps = this.#keeps.get(code) ?? new Set<string>();
    this.#keeps.set(code, keeps);
    let sourceId = wanted;
    for (let count = 2; keeps.has(sourceId); count++) sourceId = `${wanted}#${count}`;
    keeps.add(sourceId);
    return sourceId;
  }
}

function dayIn(stamp: string | null): string | null {
  const day = (stamp ?? "").slice(0, 10);
  return DAY.test(day) ? day : null;
}
