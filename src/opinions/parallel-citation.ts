import type { ParallelCitation } from "./model.ts";

/** `volume reporter page`: the reporter is everything between the first and the last word. */
const SPACED = /^(\S+)\s+(\S(?:.*\S)?)\s+(\S+)$/u;
/** Public-domain citations written with hyphens: `2012-Ohio-1234`, `2003-NMSC-12`. */
const HYPHENED = /^(\d{4})-([A-Za-z][A-Za-z ]*)-(\d\S*)$/u;

/** Splits a citation as printed, or undefined when it is not volume, reporter and page. */
export function parallelCitation(citedAs: string): ParallelCitation | undefined {
  const text = citedAs.replace(/\s+/gu, " ").trim();
  const [, volume, reporter, page] = SPACED.exec(text) ?? HYPHENED.exec(text) ?? [];
  if (volume === undefined || reporter === undefined || page === undefined) return undefined;
  if (!/\d/u.test(volume) && !/^[ivxlcdm]+$/iu.test(volume)) return undefined;
  if (!/[A-Za-z]/u.test(reporter)) return undefined;
  return { volume, reporter, page, citedAs: text };
}
