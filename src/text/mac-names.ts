/** Words of which the beginning is no Mac: `machine`, `machinery`. */
const NO_MAC = /^machi/u;
/** Fewer letters behind a Mac or Mc make another name: `Macy`, `Mack`. */
const REST_MIN = 3;

/**
 * Scribes wrote `M'Culloch`, printers `M‘Culloch` and `M' Culloch`, others `Mac Culloch`, and a line's end has left
 * `Mc-Culloch`: a name as typed or printed,
 * with the `Mc` that all of them stand for.
 */
export function withMc(name: string): string {
  if (!MAY_BE_MAC.test(name)) return name;
  return name
    .replace(/(?<![\p{L}\p{N}.])M(?:a?c)?['\u2018\u2019\u02bc\u00b4`]\s?(?=\p{L}{3})/giu, "Mc")
    .replace(/(?<![\p{L}\p{N}])Mc[-\u2010]\s{0,2}(?=\p{Lu}\p{L}{2})/gu, "Mc")
    .replace(/(?<![\p{L}\p{N}])Ma?c\s(?=\p{Lu}\p{L}{2})/gu, "Mc");
}

/** Most names hold nothing of the kind, which is seen at less cost. */
const MAY_BE_MAC = /M(?:a?c)?['\u2018\u2019\u02bc\u00b4`]|Ma?c[-\u2010\s]/iu;

/** What stands behind the Mac of a folded word (`mcculloch` and `macculloch` give `culloch`); undefined without one. */
export function behindMac(word: string): string | undefined {
  if (NO_MAC.test(word)) return undefined;
  const [, mac, rest = ""] = /^(ma?c)(.+)$/u.exec(word) ?? [];
  return mac === undefined || rest.length < (mac === "mac" ? REST_MIN + 1 : REST_MIN) ? undefined : rest;
}

/** The one spelling of a folded word that begins with Mac; any other word as it is. */
export function oneMac(word: string): string {
  const rest = behindMac(word);
  return rest === undefined ? word : `mc${rest}`;
}

/** The other ways in which records write a folded word that begins with Mac, each a list of words. */
export function macVariants(word: string): readonly (readonly string[])[] {
  const rest = behindMac(word);
  if (rest === undefined) return [];
  const closed = [`mc${rest}`, `mac${rest}`, `m${rest}`].filter((one) => one !== word).map((one) => [one]);
  return [...closed, ["mc", rest], ["mac", rest], ["m", rest]];
}
