import { tablesIn } from "../html/page.ts";
import { readHtml } from "../html/read-html.ts";
import type { Party } from "#dockets/model.ts";
import { partyOf } from "./parties.ts";

/** The parties of a case of the newer appellate system: a table, in which each attorney has a division of its own. */
export function readAcmsParties(html: string): Party[] {
  const contacts = new Map<string, string>();
  return tablesIn(readHtml(html.replaceAll("</div>", "<br><br></div>")))
    .flatMap(({ rows }) => rows)
    .flatMap(({ cells }) => partyOf(cells, contacts) ?? []);
}
