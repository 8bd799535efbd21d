const SIGN = String.raw`(?:§+|\b(?:sections?|secs?\b\.?|ss\.))`;
const FIRST_SIGN = new RegExp(String.raw`${SIGN}\s*`, "iu");
const PLURAL = /^(?:§{2}|sections|secs|ss\.)/iu;
/** `1-101`, `2A-309`, `60.1`, `12:3-4.5`, with its subsections. */
const NUMBER = /^\p{L}{0,3}\d[\p{L}\d.:-]*(?:\s*\([\p{L}\d.-]{1,8}\))*$/u;
/** What may stand between two sections: the words tell that there are two, a comma does so only behind `§§`. */
const BETWEEN = new RegExp(
  String.raw`(?:(?<word>(?:,\s*)?(?:and|or|to|through|thru)\b|(?:,\s*)?&|[\u2013\u2014])|[,;])\s*(?:(?<sign>${SIGN})\s*)?`,
  "giu",
);

/**
 * The sections that a citation lists or spans (`Avalon Code §§ 1-101, 1-102`, `§ 1-101 and § 1-102`, `§§ 1-101 to
 * -103`), read by its signs alone, so also of a code that nothing is known of. None where it names one section or
 * where that is in doubt.
 */
export function sectionsNamed(text: string): readonly string[] {
  const sign = FIRST_SIGN.exec(text);
  if (sign === null) return [];
  const isPlural = PLURAL.test(sign[0]);
  const numbers: string[] = [];
  const list = text.slice(sign.index + sign[0].length);
  let at = 0;
  let isNext = true;
  for (const between of [...list.matchAll(BETWEEN), undefined]) {
    const number = list.slice(at, between?.index).trim().replace(/\.$/u, "");
    const whole = isNext ? wholeNumber(number, numbers.at(-1)) : undefined;
    if (whole === undefined) break;
    numbers.push(...(isPlural ? ends(whole) : [whole]));
    if (between === undefined) break;
    at = between.index + between[0].length;
    isNext = isPlural || between.groups?.["word"] !== undefined || between.groups?.["sign"] !== undefined;
  }
  if (numbers.length < 2) return [];
  const code = text.slice(0, sign.index).trim().replace(/,$/u, "");
  return numbers.map((number) => `${code} § ${number}`.trim());
}

/** Undefined for what is no section. Behind another its last part alone will do: `§§ 1-101 to -103`. */
function wholeNumber(number: string, before: string | undefined): string | undefined {
  if (NUMBER.test(number)) return number;
  if (before === undefined || !/^-\d[\p{L}\d.]*$/u.test(number)) return undefined;
  const stem = before.lastIndexOf("-");
  return stem < 0 ? undefined : `${before.slice(0, stem)}${number}`;
}

/** `1-101-1-103` is a span whose two ends are built alike; `1-101` is one section, whatever its sign. */
function ends(number: string): readonly string[] {
  const parts = number.split("-");
  const half = parts.length / 2;
  if (half < 2 || !Number.isInteger(half)) return [number];
  return [parts.slice(0, half).join("-"), parts.slice(half).join("-")];
}
