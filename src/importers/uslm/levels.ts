import { pathLabel } from "#laws/paths.ts";
import { wordsOf } from "../xml/element.ts";
import type { XmlElement } from "../xml/element.ts";
import type { UslmKind } from "./document.ts";

/** Levels above sections, as they are written in paths and in citations. */
const LEVELS: Readonly<Record<string, readonly [label: string, cited: string]>> = {
  title: ["t", "tit."],
  subtitle: ["st", "subtit."],
  division: ["div", "div."],
  chapter: ["ch", "ch."],
  subchapter: ["subch", "subch."],
  part: ["pt", "pt."],
  subpart: ["subpt", "subpt."],
  article: ["art", "art."],
  level: ["l", ""],
};

/** Levels that are no part of a path: a part of the C.F.R. is known by its number in the title alone. */
const PASSED_OVER: Readonly<Record<UslmKind, ReadonlySet<string>>> = {
  uscDoc: new Set(["uscDoc", "main"]),
  cfrDoc: new Set(["cfrDoc", "main", "subtitle", "chapter", "subchapter", "level"]),
};

export function isLevel(name: string): boolean {
  return Object.hasOwn(LEVELS, name) || name === "uscDoc" || name === "cfrDoc" || name === "main";
}

export function isPassedOver(kind: UslmKind, name: string): boolean {
  return PASSED_OVER[kind].has(name);
}

/** The number of a level or a section as citations have it: `1983`, `1026.19`, `II`. */
export function numberOf(trees: readonly XmlElement[]): string {
  const num = trees.find(({ name }) => name === "num");
  const value = num?.attributes["value"];
  if (value !== undefined && value !== "") return value;
  const printed = wordsOf(num).replace(/^(?:§+|[A-Za-z]+(?=\s+\S))\s*/u, "");
  return printed.replace(/(?<![\s—.:])[\s—.:]+$/u, "");
}

/** The label of a level in paths. */
export function labelOf({ name }: XmlElement, number: string, heading: string): string {
  const [short] = LEVELS[name] ?? [name];
  return number === "" ? pathLabel(`${short}_${heading.slice(0, 40)}`) : pathLabel(`${short}${number}`);
}

/** `tit. 9`, `ch. 2`; empty for a level that is not cited. */
export function citedLevel({ name }: XmlElement, number: string): string {
  const [, cited = ""] = LEVELS[name] ?? [];
  return cited === "" || number === "" ? "" : `${cited} ${number}`;
}

export function headingOf(trees: readonly XmlElement[]): string {
  return wordsOf(
    trees.find(({ name }) => name === "heading"),
    ["footnote"],
  );
}
