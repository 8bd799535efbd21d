/** Whether two folded words of names are one word: abbreviated, misread by a scanner, or a letter apart. */
export function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= 3 && long.startsWith(short)) return true;
  return short.length >= 5 && long.length - short.length <= 1 && isOneApart(short, long);
}

function isOneApart(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(at + 1) === long.slice(at + 1) || short.slice(at) === long.slice(at + 1);
}

/** Letters that a scanner takes for each other, each group written as its first. */
const MISREAD: readonly (readonly [RegExp, string])[] = [
  [/rn|nn|ni|in|ri/gu, "m"],
  [/vv/gu, "w"],
  [/cl|ol/gu, "d"],
  [/li|b/gu, "h"],
  [/ii/gu, "u"],
  [/[1il]/gu, "i"],
  [/[0oceq]/gu, "o"],
  [/[5s]/gu, "s"],
  [/[vy]/gu, "y"],
  [/[ftr]/gu, "t"],
];

/** Whether a scanner could have made one of the other: `Bllsworth`, `Hamdi` and `Harndi`. */
export function isMisread(one: string, other: string): boolean {
  return one.length >= 4 && other.length >= 4 && scanned(one) === scanned(other);
}

function scanned(word: string): string {
  return MISREAD.reduce((text, [letters, as]) => text.replace(letters, as), word);
}

/** `servs` of `services`; `bldg` of `building`, `tchrs` of `teachers`: first letter and consonants in their order. */
export function isContraction(short: string, long: string): boolean {
  if (short.length >= 4 && short.endsWith("s") && long.endsWith("s") && long.startsWith(short.slice(0, -1)))
    return true;
  if (short.length < 3 || long.length < 6 || short.length > long.length * 0.75) return false;
  if (short[0] !== long[0] || /[aeiou]/u.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
