import type { Attorney, Party } from "#dockets/model.ts";
import { linesIn, tablesIn, textOf } from "../html/page.ts";
import type { Cell, Table } from "../html/page.ts";
import { dayOf } from "../values.ts";

const TERMINATED = /^Terminated: ?(\S+)/iu;

/** The parties of an appellate sheet: name and kind in one cell, attorneys in the other, an empty line between them. */
export function readAppellateParties(tables: readonly Table[]): Party[] {
  const contacts = new Map<string, string>();
  return tables.flatMap(({ rows }) => {
    const isList =
      rows.some(({ cells }) => isVersus(cells[0])) ||
      rows.some(({ cells }) => cells.length === 2 && isPartyCell(cells[0]));
    if (!isList) return [];
    return rows.flatMap(({ cells }) =>
      cells.length === 2 && isPartyCell(cells[0]) ? (partyOf(cells, contacts) ?? []) : [],
    );
  });
}

/** What a party can be before a court of appeals; the last line of its cell begins with one. */
const KINDS =
  /^(?:(?:Defendant|Plaintiff|Debtor|Trustee|Claimant|Creditor|Third Party \w+|Intervenor|Movant|Real Party in Interest|Interested Party|Objector)\b.*(?:Appell|Cross|Petition|Respond|Amicus|Intervenor)|(?:Appellant|Appellee|Petitioner|Respondent|Amicus|Intervenor|Movant|Claimant|Not Party|Not a Party|Interested|Real Party|Cross|In re|Debtor|Plaintiff|Defendant|Trustee|Service|Creditor|Other))/iu;

function isVersus(cell: Cell | undefined): boolean {
  return cell !== undefined && /^v\.$/u.test(linesIn(cell).map(textOf).join(""));
}

function isPartyCell(cell: Cell | undefined): boolean {
  if (cell === undefined || tablesIn(cell).length > 0) return false;
  const texts = linesIn(cell).map(textOf);
  return (
    texts.length >= 2 &&
    KINDS.test(texts.at(-1) ?? "") &&
    !texts.some((text) => /:$|^(?:Docketed|Termed|Date)/u.test(text))
  );
}

/** A party of two cells. Undefined where the first says nothing. */
export function partyOf([left, right]: readonly Cell[], contacts: Map<string, string>): Party | undefined {
  if (left === undefined) return undefined;
  const texts = linesIn(left).map(textOf);
  if (texts.length === 0) return undefined;
  const below = texts.slice(1, -1).filter((text) => !TERMINATED.test(text));
  return {
    name: (texts[0] ?? "").replace(/\s+/gu, " "),
    type: texts.at(-1) ?? "",
    dateTerminated: texts.map((text) => dayOf(TERMINATED.exec(text)?.[1])).find((day) => day !== null) ?? null,
    extraInfo: below.length === 0 ? null : below.join("\n"),
    attorneys: right === undefined ? [] : attorneysIn(right, contacts),
    counts: [],
  };
}

const SEE_ABOVE = /^\(see above\)$/iu;

/** What an attorney is stands in square brackets. */
function isRole(line: string): boolean {
  return /^\[.+\]$/u.test(line) || TERMINATED.test(line);
}

function attorneysIn(cell: Cell, contacts: Map<string, string>): Attorney[] {
  const blocks: string[][] = [[]];
  for (const part of cell.content) {
    const text = part.kind === "line" ? textOf(part) : "";
    if (text === "") blocks.push([]);
    else blocks.at(-1)?.push(text);
  }
  return blocks.flatMap(([name, ...lines]) => {
    if (name === undefined) return [];

    const roles = lines.filter(isRole).map((line) => line.replace(/^\[(.+)\]$/u, "$1"));
    const own = lines.filter((line) => !isRole(line));
    const contact = own.some((line) => SEE_ABOVE.test(line)) ? contacts.get(name) : own.join("\n");
    if (contact !== undefined && contact !== "" && !contacts.has(name)) contacts.set(name, contact);
    return [
      {
        name: name.replace(/,(?: -)?$/u, ""),
        contact: contact === undefined || contact === "" ? null : contact,
        roles,
      },
    ];
  });
}
