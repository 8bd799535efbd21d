import { pathLabel, unusedLabel } from "#laws/paths.ts";
import { citedCode } from "./codes.ts";
import { rowsOf, TOC, TOC_SECTIONS } from "./table.ts";

/** A level of a code: its place in the Legislature's tree, and here. */
export type Level = {
  readonly code: string;
  readonly path: string;
  readonly number: string | null;
  readonly title: string | null;
  readonly citation: string | null;
  readonly sortOrder: number;
};

/** The tree of all codes, and where each version of a section stands in it. */
export type Contents = {
  readonly levels: readonly Level[];
  /** By the version's id. */
  readonly places: ReadonlyMap<string, { readonly path: string; readonly sortOrder: number }>;
};

/** Of a heading; what is longer is cut. */
const HEADING_CHARS_MAX = 1000;
/** `TITLE 5. HIRING [1925 - 1997.270]`, `ARTICLE I DECLARATION OF RIGHTS [SECTION 1 - SEC. 32]`. */
const HEADING = /^(DIVISION|TITLE|PART|CHAPTER|ARTICLE)\s+([\dIVXLC][\w.]{0,12}?)\.?(?:\s+(.*))?$/iu;
const SECTIONS_OF = /\s*\[[^\]]*\]\s*$/u;
const LABELS: Readonly<Record<string, readonly [label: string, cited: string]>> = {
  division: ["d", "div."],
  title: ["t", "tit."],
  part: ["pt", "pt."],
  chapter: ["c", "ch."],
  article: ["a", "art."],
};

/** Reads the two tables of contents. What stands in an inactive level has none. */
export async function readContents(files: { readonly toc: string; readonly sections: string }): Promise<Contents> {
  const nodes = await nodesIn(files.toc);
  const levels: Level[] = [];
  const byNode = new Map<string, Level>();
  const taken = new Map<string, Set<string>>();
  for (const { code, treepath, heading, sortOrder } of nodes) {
    const above = aboveOf(byNode, code, treepath) ?? codeLevel(byNode, levels, code);
    const labels = taken.get(above.path) ?? new Set<string>();
    taken.set(above.path, labels);
    const level = levelOf({ code, heading, sortOrder, above, labels });
    levels.push(level);
    byNode.set(`${code} ${treepath}`, level);
  }
  const places = new Map<string, { path: string; sortOrder: number }>();
  for await (const { told } of rowsOf(files.sections, TOC_SECTIONS)) {
    const {
      law_code: code,
      node_treepath: treepath,
      law_section_version_id: version,
      section_order: order,
    } = told ?? {};
    if (code == null || treepath == null || version == null) continue;
    const level = byNode.get(`${code} ${treepath}`) ?? aboveOf(byNode, code, treepath);
    if (level !== undefined) places.set(version, { path: level.path, sortOrder: Number(order ?? "0") || 0 });
  }
  return { levels, places };
}

type Node = { readonly code: string; readonly treepath: string; readonly heading: string; readonly sortOrder: number };

/** Those that are in use, what stands above before what stands below. */
async function nodesIn(path: string): Promise<readonly Node[]> {
  const nodes: Node[] = [];
  for await (const { told } of rowsOf(path, TOC)) {
    const {
      law_code: code,
      node_treepath: treepath,
      heading,
      active_flg: active,
      node_sequence: sequence,
    } = told ?? {};
    if (code == null || treepath == null || active === "N" || citedCode(code) === undefined) continue;
    nodes.push({ code, treepath, heading: heading ?? "", sortOrder: Number(sequence ?? "0") || 0 });
  }
  return nodes.toSorted((left, right) => left.treepath.split(".").length - right.treepath.split(".").length);
}

function aboveOf(byNode: ReadonlyMap<string, Level>, code: string, treepath: string): Level | undefined {
  for (let end = treepath.lastIndexOf("."); end > 0; end = treepath.lastIndexOf(".", end - 1)) {
    const above = byNode.get(`${code} ${treepath.slice(0, end)}`);
    if (above !== undefined) return above;
  }
  return undefined;
}

function codeLevel(byNode: Map<string, Level>, levels: Level[], code: string): Level {
  const known = byNode.get(code);
  if (known !== undefined) return known;
  const citation = citedCode(code) ?? null;
  const level = { code, path: code.toLowerCase(), number: null, title: citation, citation, sortOrder: 0 };
  byNode.set(code, level);
  levels.push(level);
  return level;
}

function levelOf({
  code,
  heading,
  sortOrder,
  above,
  labels,
}: Omit<Node, "treepath"> & { readonly above: Level; readonly labels: Set<string> }): Level {
  const words = heading.slice(0, HEADING_CHARS_MAX).replace(SECTIONS_OF, "").trim();
  const [, kind = "", printed = "", rest = ""] = HEADING.exec(words) ?? [];
  const [label, cited] = LABELS[kind.toLowerCase()] ?? ["", ""];
  const number = printed.replace(/\.$/u, "");
  const own = number === "" ? words.slice(0, 40) : `${label}${number}`;
  const title = (kind === "" ? words : rest.trim()) || null;
  return {
    code,
    path: `${above.path}.${unusedLabel(pathLabel(own), labels)}`,
    number: number === "" ? null : number,
    title,
    // Of a code the number of a level begins anew in each above it: all of them make up its citation.
    citation:
      number === "" || above.citation === null
        ? null
        : `${above.citation}${above.path === code.toLowerCase() ? " " : ", "}${cited} ${number}`,
    sortOrder,
  };
}
