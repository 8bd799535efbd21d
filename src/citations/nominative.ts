import { readFileSync } from "node:fs";

/**
 * Early volumes of an official series were first known by their reporter's name: 1 Cranch is 5 U.S., page for page. The
 * table holds runs of such volumes (Bluebook, table T1), where the reporter's name and volume mean one book.
 */
type Run = {
  readonly series: string;
  /** Added to the reporter's own volume it gives that of the series. */
  readonly ahead: number;
  /** In volumes of the reporter. */
  readonly first: number;
  readonly last: number;
  /** How the reporter is printed, the usual form first. */
  readonly forms: readonly string[];
};

const CITATION = /^\s*(\d{1,3})\s+(?=[^\s\d])([^()]*[^()\s])\s+(\d{1,5})\s*$/u;
const WITH_BOTH = /^\s*(\d{1,3})\s+(?=[^\s\d])([^()]*[^()\s])\s+\(\d{1,2}\s[^()]+\)\s+(\d{1,5})\s*$/u;

let table: readonly Run[] | undefined;

/**
 * The other citations of the same page: `5 U.S. 137` gives `1 Cranch 137` first, `1 Cranch 137` gives `5 U.S. 137`
 * first; then the other forms of the reporter's name. Empty for what is cited in one way only.
 */
export function samePage(citation: string): readonly string[] {
  const [, printed = "", name = "", page = ""] = CITATION.exec(citation) ?? WITH_BOTH.exec(citation) ?? [];
  const volume = Number(printed);
  const key = folded(name);
  for (const { series, ahead, first, last, forms } of (table ??= readTable())) {
    const named = forms.some((form) => folded(form) === key);
    const own = named ? volume : folded(series) === key ? volume - ahead : 0;
    if (own < first || own > last) continue;
    const ofReporter = forms.filter((form) => folded(form) !== key).map((form) => `${own} ${form} ${page}`);
    return named ? [`${own + ahead} ${series} ${page}`, ...ofReporter] : ofReporter;
  }
  return [];
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[\s.,]/gu, "");
}

function readTable(): Run[] {
  const lines = readFileSync(new URL("./tables/nominative.tsv", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line): Run[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [series = "", volume = "", first = "", last = "", forms = ""] = line.split("\t");
    return [
      {
        series,
        ahead: Number(volume) - Number(first),
        first: Number(first),
        last: Number(last),
        forms: forms.split(";"),
      },
    ];
  });
}
