import { readFileSync } from "node:fs";

let statesByCounty: ReadonlyMap<string, readonly string[]> | undefined;
let words: ReadonlySet<string> | undefined;

/** The most words that the name of a county has (`Lake of the Woods`). */
export const COUNTY_WORDS_MAX = 5;

/**
 * The states that have, or had since 2000, a county, parish, borough or independent city of this name, by the names of
 * the Census Bureau. The key is the name in lower case with nothing but letters (`princegeorges`).
 */
export function statesOfCounty(key: string): readonly string[] {
  return counties().get(key) ?? [];
}

/** Whether a lower-case word is part of a county's name. */
export function isCountyWord(word: string): boolean {
  words ??= new Set(countyWords());
  return words.has(word);
}

/** Every word of the counties' names, each once. */
export function countyWords(): readonly string[] {
  return [...new Set(countiesOfTable().flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/u)))];
}

/** Whether a state has a county of this key. */
export function isCountyOf(state: string, key: string): boolean {
  return statesOfCounty(key).includes(state);
}

export function countyKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/gu, "");
}

function counties(): ReadonlyMap<string, readonly string[]> {
  if (statesByCounty !== undefined) return statesByCounty;
  const found = new Map<string, string[]>();
  for (const { state, names } of namesByState()) {
    for (const name of names) {
      const key = countyKey(name);
      const states = found.get(key);
      if (states === undefined) found.set(key, [state]);
      else states.push(state);
    }
  }
  statesByCounty = found;
  return found;
}

/** Each county with its state. */
export function countiesOfTable(): { readonly state: string; readonly name: string }[] {
  return namesByState().flatMap(({ state, names }) => names.map((name) => ({ state, name })));
}

function namesByState(): { readonly state: string; readonly names: readonly string[] }[] {
  const lines = readFileSync(new URL("counties.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  return lines.map((line) => {
    const [state = "", names = ""] = line.split("\t");
    return { state, names: names.split("; ") };
  });
}
