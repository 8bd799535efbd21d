import { table } from "./terminal.ts";
import type { Screen } from "./terminal.ts";

/** Each source of an import, what it reads and how it is asked for; the pages of docs/operating say more. */
const SOURCES: readonly (readonly [command: string, reads: string])[] = [
  ["onpoint sample load", "the invented corpus that comes with the program"],
  ["onpoint import courtlistener ./bulk-data", "decisions: CourtListener's bulk tables, .csv or .csv.bz2"],
  ["onpoint import cap us.zip", "decisions: volumes of the Caselaw Access Project, .zip, .tar.gz or a directory"],
  ["onpoint import jsonl decisions.jsonl", "decisions: your own, one JSON object a line"],
  ["onpoint import uslm xml_uscAll.zip", "laws: the United States Code and the C.F.R. in USLM, .xml or .zip"],
  ["onpoint import ecfr ./regulations", "laws: parts of the C.F.R. in XML"],
  ["onpoint import federal-register ./documents", "laws: the Federal Register in XML"],
  ["onpoint import new-york ./ny", "laws: New York, the JSON of Open Legislation"],
  ["onpoint import california ./pubinfo_2025", "laws: California, the Legislature's bulk files"],
  ["onpoint import cic ./wy", "laws: state codes in the HTML of Public.Resource.Org (AR CO GA ID KY MS NC TN VA WY)"],
  ["onpoint import dc-code ./dc-code", "laws: the D.C. Code in XML, one directory for each edition"],
  ["onpoint import constitution us-constitution.json", "laws: the Constitution"],
  ["onpoint import law-jsonl laws.jsonl", "laws of any state, one JSON object a line"],
  ["onpoint import recap ./dockets", "dockets of the public archive, .json and .xml"],
  ["onpoint import pacer ./saved-pages", "dockets: pages and filings you saved from a court's records system"],
  ["onpoint import trial-filings filings.jsonl", "filings of state trial courts, one JSON object a line"],
];

/** For a person who does not know yet what can be given. */
export function sourcesInWords(screen: Screen): string {
  return `${table(["command", "reads"], SOURCES, screen)}\nonpoint import --help lists the options.`;
}

/** How one source is asked for. */
export function exampleOf(source: string): string {
  const [command] = SOURCES.find(([one]) => one.startsWith(`onpoint import ${source} `)) ?? [];
  return command ?? "onpoint sample load";
}
