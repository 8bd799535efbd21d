import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemCodeOf } from "#base/errors.ts";
import type { LawPlace } from "#laws/model.ts";
import type { RejectReason } from "../frame/source.ts";
import { lawInTime } from "../laws/law-in-time.ts";
import { elementAt, elementsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import { parseXml } from "../xml/read-xml.ts";
import { XmlFault } from "../xml/xml-fault.ts";
import { readTitleIndex } from "./code-index.ts";
import type { TitleIndex } from "./code-index.ts";
import { codeDirectory } from "./editions.ts";
import type { Edition } from "./editions.ts";
import { DC_NAMESPACE } from "./section.ts";

/** How the code is laid out in an edition, as far as the directories at hand tell. */
export type CodeTree = {
  readonly titles: readonly ToldTitle[];
  /** Where each section stands, by the name of its file. */
  readonly files: ReadonlyMap<string, LawPlace>;
  /** The last day of which the code speaks. */
  readonly currentThrough: string | null;
  readonly faults: readonly { readonly day: string; readonly file: string; readonly reject: RejectReason }[];
};

/** A title with the edition that told it last. */
type ToldTitle = {
  readonly day: string;
  readonly file: string;
  readonly bytes: number;
  readonly index: TitleIndex;
};

/** Reads each title's newest index up to the last of these editions, which are in the order of their days. */
export async function readCodeTree(editions: readonly Edition[]): Promise<CodeTree> {
  const titles = new Map<string, ToldTitle>();
  const faults: CodeTree["faults"][number][] = [];
  const root = await newestRoot(editions);
  for (const edition of editions.toReversed()) {
    for (const title of await titlesIn(edition)) {
      if (titles.has(title)) continue;
      const file = `titles/${title}/index.xml`;
      try {
        const bytes = await readFile(join(codeDirectory(edition), file));
        const index = lawInTime(() => {
          const element = checked(parseXml(bytes), "container");
          return readTitleIndex(element, root.order.get(title) ?? Number.MAX_SAFE_INTEGER);
        });
        titles.set(title, { day: edition.day, file, bytes: bytes.length, index });
      } catch (thrown) {
        if (systemCodeOf(thrown) === "ENOENT") continue;
        if (!(thrown instanceof XmlFault)) throw thrown;
        faults.push({ day: edition.day, file, reject: thrown.toReject() });
      }
    }
  }
  const inOrder = [...titles.values()].toSorted((left, right) => (left.file < right.file ? -1 : 1));
  const files = new Map(inOrder.flatMap(({ index }) => [...index.sections]));
  return { titles: inOrder, files, currentThrough: root.currentThrough, faults };
}

function checked(element: XmlElement, name: string): XmlElement {
  if (element.namespace === DC_NAMESPACE && element.name === name) return element;
  throw new XmlFault("wrong_document", `an index of the D.C. Code is expected, not ${element.name}`);
}

async function titlesIn(edition: Edition): Promise<string[]> {
  const directory = join(codeDirectory(edition), "titles");
  const found: string[] = [];
  for (const name of await readdir(directory).catch(() => [])) {
    if ((await stat(join(directory, name))).isDirectory()) found.push(name);
  }
  return found.toSorted();
}

type Root = { readonly order: ReadonlyMap<string, number>; readonly currentThrough: string | null };

/** The order of the titles and the day of the code, from the newest of its indexes that can be read. */
async function newestRoot(editions: readonly Edition[]): Promise<Root> {
  for (const edition of editions.toReversed()) {
    try {
      const bytes = await readFile(join(codeDirectory(edition), "index.xml"));
      const index = lawInTime(() => checked(parseXml(bytes), "document"));
      const hrefs = elementsOf(index).flatMap(({ name, attributes }) =>
        name === "include" ? (/titles\/([^/]+)\/index\.xml$/u.exec(attributes["href"] ?? "")?.[1] ?? []) : [],
      );
      const recency = elementAt(index, "meta", "recency")?.attributes["through"] ?? null;
      return { order: new Map(hrefs.map((title, at) => [title, at + 1])), currentThrough: recency };
    } catch (thrown) {
      if (systemCodeOf(thrown) !== "ENOENT" && !(thrown instanceof XmlFault)) throw thrown;
    }
  }
  return { order: new Map(), currentThrough: null };
}
