import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "#base/errors.ts";
import { LIMITS } from "#base/limits.ts";
import type { LawMoment } from "#laws/model.ts";
import type { LawChange } from "#laws/store/write.ts";
import type { RejectReason } from "../frame/source.ts";
import type { LawItem } from "../laws/law-item.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import { parseXml } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { sectionFile } from "./code-index.ts";
import type { TitleIndex } from "./code-index.ts";
import { codeDirectory } from "./editions.ts";
import type { Edition, ListedFile } from "./editions.ts";
import { containerDraft, containerSourceId, DC_CODE, sectionDraft } from "./section.ts";
import { readCodeTree } from "./code-tree.ts";
import type { CodeTree } from "./code-tree.ts";

type EditionRows = {
  readonly edition: Edition;
  /** This edition and those before it that are at hand: places come from the newest index of each title. */
  readonly upTo: readonly Edition[];
  readonly files: readonly ListedFile[];
  readonly afterRow: number;
  readonly onBytes: (bytes: number) => void;
};

const FILES_PER_GROUP = 64;

/** Containers first, then sections in the order of their files, then what only moved, then what went. */
export async function* editionRows(rows: EditionRows): AsyncGenerator<readonly LawItem[]> {
  const { edition, files, afterRow, onBytes } = rows;
  const tree = await readCodeTree(rows.upTo);
  const collection = { ...DC_CODE, currentThrough: tree.currentThrough ?? edition.day };
  const from = { versionKey: edition.day, edition: edition.day, effectiveDate: null, publicationDate: null };
  const all = planOf(rows, tree, from);
  for (let at = afterRow; at < all.length; at += FILES_PER_GROUP) {
    const group: LawItem[] = [];
    for (const [index, row] of all.slice(at, at + FILES_PER_GROUP).entries()) {
      const place = { file: row.file, row: at + index + 1 };
      const made = await row.make();
      const base = { place, collection, sourceId: null, bytes: row.bytes, changes: [], rejects: [] };
      group.push({ ...base, ...made });
      onBytes(row.bytes);
    }
    yield group;
  }
  if (files.length === 0) throw new XmlFault("wrong_document", `${edition.root} holds no files of the code`);
}

type Made = Partial<Pick<LawItem, "changes" | "rejects" | "sourceId" | "unplaced">>;
type PlannedRow = { readonly file: string; readonly bytes: number; readonly make: () => Promise<Made> };

function planOf({ edition, files }: EditionRows, tree: CodeTree, from: LawMoment): PlannedRow[] {
  const root = codeDirectory(edition);
  const told = tree.titles.filter(({ day }) => day === edition.day);
  const containers = told.map(({ file, bytes, index }) => ({
    file,
    bytes,
    make: async (): Promise<Made> => containerRow(index, from),
  }));
  const damaged = tree.faults
    .filter(({ day }) => day === edition.day)
    .map(({ file, reject }) => ({ file, bytes: 0, make: async (): Promise<Made> => ({ rejects: [reject] }) }));
  const sections = files.flatMap(({ path, size_bytes }) => {
    const file = sectionFile(path);
    if (file === undefined) return [];
    const make = async (): Promise<Made> => sectionRow(join(root, path), size_bytes, { file, from, tree });
    return [{ file: path, bytes: size_bytes, make }];
  });
  const closing: PlannedRow = {
    file: edition.isWhole ? "index.xml" : "deleted.txt",
    bytes: 0,
    make: async () => ({
      changes: edition.isWhole
        ? [sweepOf(tree, from)]
        : [...(await removals(edition, from)), { kind: "checked", from, below: null }],
    }),
  };
  const moves = edition.isWhole
    ? []
    : told.map(({ file, index }) => ({ file, bytes: 0, make: async () => ({ changes: movesOf(index, from) }) }));
  return [...damaged, ...containers, ...sections, ...moves, closing];
}

function containerChanges({ path, containers }: TitleIndex, from: LawMoment): LawChange[] {
  const keeps = new Set(containers.map((container) => containerSourceId(container.path)));
  return [
    ...containers.map((container): LawChange => ({ kind: "draft", draft: containerDraft(container, from) })),
    { kind: "sweep", from, below: path, nodeType: "PARENT", keeps },
  ];
}

/** Where the sections of a title stand whose files have not changed. */
function movesOf({ sections }: TitleIndex, from: LawMoment): LawChange[] {
  return [...sections].map(([sourceId, place]) => ({ kind: "move", sourceId, from, place }));
}

/** Of a whole code, what is not in it is no longer there. */
function sweepOf({ titles, files }: CodeTree, from: LawMoment): LawChange {
  const containers = titles.flatMap(({ index }) => index.containers.map(({ path }) => containerSourceId(path)));
  return { kind: "sweep", from, below: null, nodeType: null, keeps: new Set([...containers, ...files.keys()]) };
}

async function removals(edition: Edition, from: LawMoment): Promise<LawChange[]> {
  const lines = (await readFile(join(edition.root, "deleted.txt"), "utf8")).split(/\r?\n/u);
  return lines.flatMap((line) => {
    const sourceId = sectionFile(line.trim());
    return sourceId === undefined ? [] : [{ kind: "removal" as const, sourceId, from }];
  });
}

/** The containers of a title, whose words stand in one document. */
function containerRow(index: TitleIndex, from: LawMoment): Made {
  try {
    return { changes: lawInTime(() => containerChanges(index, from)) };
  } catch (thrown) {
    return { sourceId: index.path, rejects: [rejectOf(thrown)] };
  }
}

async function sectionRow(
  path: string,
  size_bytes: number,
  { file, from, tree }: { readonly file: string; readonly from: LawMoment; readonly tree: CodeTree },
): Promise<Made> {
  try {
    if (size_bytes > LIMITS.import_field_bytes_max) {
      throw new XmlFault("too_large", `the section has ${Math.ceil(size_bytes / 1e6)} MB`);
    }
    const place = tree.files.get(file);
    const bytes = await readFile(path);
    const draft = lawInTime(() =>
      sectionDraft(parseXml(bytes), { file, from, place: place ?? { path: "", sortOrder: 0 } }),
    );
    return { sourceId: file, changes: [{ kind: "draft", draft }], unplaced: place === undefined };
  } catch (thrown) {
    return { sourceId: file, rejects: [rejectOf(thrown)] };
  }
}

function rejectOf(thrown: unknown): RejectReason {
  if (thrown instanceof XmlFault) return thrown.toReject();
  return { reason: "unreadable", message: messageOf(thrown).slice(0, 300), hint: "look at the file" };
}
