/** Past `at`, `at p.`, `at pp.`, `at page` when a short form's page follows. */
export function shortFormAt(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== 97 || text.charCodeAt(at + 1) !== 116) return undefined;
  const label = /^at\s{0,3}(?:pp?\.\s?|pages?\s|\*{1,2}|¶¶?\s?)?(?=\d|[ivxlc_])/u.exec(text.slice(at, at + 14));
  return label === null ? undefined : at + label[0].length;
}

/** `id.`, `ibid.`, `ib.`; without its period where a page follows: `Id at 311`. */
export function idEnd(text: string, at: number): number {
  const word = /^[Ii](?:d|bid|b(?=\.))(?![A-Za-z\d_])/u.exec(text.slice(at, at + 5))?.[0];
  if (word === undefined) return at;
  const end = at + word.length;
  if (text.charCodeAt(end) === 46) return end + 1;
  return /^,?\sat\s(?:pp?\.\s?)?\*?\d/u.test(text.slice(end, end + 12)) ? end : at;
}
