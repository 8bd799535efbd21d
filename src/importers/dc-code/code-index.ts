import type { LawPlace } from "#laws/model.ts";
import { pathLabel, unusedLabel } from "#laws/paths.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";

/** A title, chapter and so on down to what holds sections. */
export type Container = LawPlace & {
  readonly prefix: string;
  readonly number: string;
  readonly heading: string;
  readonly citation: string;
  readonly element: XmlElement;
};

export type TitleIndex = {
  readonly path: string;
  /** The title first, each before those in it. */
  readonly containers: readonly Container[];
  /** Where each section stands, by the name of its file. */
  readonly sections: ReadonlyMap<string, LawPlace>;
};

/** How levels are written in paths and in citations (Bluebook T16). */
const LEVELS: Readonly<Record<string, readonly [label: string, cited: string]>> = {
  title: ["t", "tit."],
  chapter: ["ch", "ch."],
  subchapter: ["subch", "subch."],
  part: ["pt", "pt."],
  subpart: ["subpt", "subpt."],
  article: ["art", "art."],
  division: ["div", "div."],
  unit: ["unit", "unit"],
};

/** The tree of one title, as its `index.xml` has it; `sortOrder` is the title's place in the code. */
export function readTitleIndex(title: XmlElement, sortOrder: number): TitleIndex {
  const containers: Container[] = [];
  const sections = new Map<string, LawPlace>();
  const walk = (element: XmlElement, above: Container | undefined, order: number, taken: Set<string>): string => {
    const container = containerOf(element, above, order, taken);
    containers.push(container);
    const labels = new Set<string>();
    let at = 0;
    for (const child of elementsOf(element)) {
      if (child.name === "container") walk(child, container, (at += 1), labels);
      else if (child.name === "include") {
        const file = sectionFile(child.attributes["href"] ?? "");
        if (file === undefined) continue;
        const path = `${container.path}.${unusedLabel(pathLabel(file.replace("~", "_")), labels)}`;
        sections.set(file, { path, sortOrder: (at += 1) });
      }
    }
    return container.path;
  };
  const path = walk(title, undefined, sortOrder, new Set());
  return { path, containers, sections };
}

/** The name of a section's file without its ending, or undefined for a file that is no section. */
export function sectionFile(path: string): string | undefined {
  const [, name] = /(?:^|\/)([^/]+)\.xml$/u.exec(path) ?? [];
  return name === "index" ? undefined : name;
}

function containerOf(
  element: XmlElement,
  above: Container | undefined,
  sortOrder: number,
  taken: Set<string>,
): Container {
  const prefix = wordsOf(childNamed(element, "prefix"));
  const number = wordsOf(childNamed(element, "num"));
  const heading = wordsOf(childNamed(element, "heading"));
  const [short, cited] = LEVELS[prefix.toLowerCase()] ?? [pathLabel(prefix.toLowerCase()), prefix];
  const label = unusedLabel(pathLabel(number === "" ? heading : `${short}${number}`), taken);
  const path = above === undefined ? label : `${above.path}.${label}`;
  const own = `${cited} ${number}`.trim();
  const citation = above === undefined ? `D.C. Code ${own}` : `${above.citation}, ${own}`;
  return { path, sortOrder, prefix, number, heading, citation, element };
}
