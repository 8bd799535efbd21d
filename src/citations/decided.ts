import { plausibleYear, printedYear } from "./plausible-year.ts";

/** Day, month and year as a bracket or clause prints them; the year alone is always there. */
export type PrintedDate = { readonly year: number; readonly month: string | null; readonly day: string | null };

/** What a bracket with a year in it says: when, where, and whether words of it stay unread. */
export type Decided = {
  readonly date: PrintedDate | null;
  readonly courtText: string | null;
  /** The words that were not understood; null when every word was. */
  readonly unread: string | null;
};

export const MONTH =
  "Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?";
const YEAR = "(?:1[6-9]|20)\\d\\d";

/** Of a decision itself. */
const DECIDING =
  "decided|filed|issued|entered|rendered|delivered|announced|released|opinion|decision|order|judgment|dated|published|dec\\.";
/** Of what came before or after it; the date behind these words is not that of the decision. */
const OTHER =
  "re-?argued|argued|submitted|heard|(?:as\\s)?(?:amended|modified|revised|corrected|mod\\.)|petition|pet\\.|reh(?:ea|')(?:rin)?g|cert(?:iorari|\\.)?|review|writ|rev(?:iew)?\\.|aff'd|affirmed|rev'd|reversed|vacated|superseded|withdrawn|repealed|codified|effective|republished|reissued|appeal|leave|stay|mandate";
/** Words that may stand with a date and change nothing of it. */
const LITTLE = "on|in|of|the|and|as|by";
const ASIDE =
  "per\\scuriam|en\\sbanc|in\\sbanc|mem(?:orandum)?\\.?|unpublished|not\\s(?:for\\spublication|precedential|published|reported)|unreported|table(?:\\sdecision)?|slip\\sop(?:inion|\\.)?|op\\.|denied|granted|dismissed|ref'd|refused|n\\.r\\.e\\.|no\\s(?:pet|writ)\\.?(?:\\sh(?:ist)?\\.)?|Term|October\\sTerm|O\\.T\\.|remand|rehearing|equally\\sdivided(?:\\scourt)?|unanimous(?:ly)?|vote|(?:dissenting|concurring|majority|separate|plurality)(?:\\s(?:op(?:inion|\\.)|in\\spart))?|dissent|concurrence|ed\\.|Supp\\.|circa|ca?\\.|Ch(?:ief)?\\.?\\sJ\\.";

const PART = new RegExp(
  [
    `(?<other>\\b(?:${OTHER})(?![\\w']))`,
    `(?<date>\\b(?:(?:${MONTH})\\s?(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s?)?(?:of\\s)?,?\\s?${YEAR}|\\d{1,2}\\s(?:${MONTH}),?\\s${YEAR}|\\d{1,2}[/.-]\\d{1,2}[/.-](?:${YEAR}|\\d\\d)|${YEAR}-\\d{1,2}-\\d{1,2}|${YEAR})(?!\\w)|['\\u2018\\u2019]\\d\\d(?!\\w))`,
    `(?<deciding>\\b(?:${DECIDING})(?!\\w))`,
    `(?<span>[-\\u2013/]\\d{2,4}(?!\\w))`,
    `(?<vote>\\b\\d{1,2}\\s?(?:[-\\u2013:]|to)\\s?\\d{1,2}(?:\\s?[-\\u2013]\\s?\\d{1,2})?(?!\\w))`,
    `(?<aside>\\b(?:${LITTLE}|${ASIDE})(?!\\w))`,
    `(?<docket>\\bNos?\\.\\s?[\\w:.-]{1,30}(?!\\w))`,
    `(?<gap>[\\s,;.:]+)`,
  ].join("|"),
  "iuy",
);
const A_YEAR = new RegExp(YEAR, "u");
const YEAR_ALONE = new RegExp(`\\b${YEAR}\\b`, "u");
const A_MONTH = new RegExp(`(?:${MONTH})`, "iu");
const DATE_BEGINS = new RegExp(
  `(?:\\b(?:${OTHER}|${DECIDING}|${ASIDE})(?![\\w'])|\\b(?:${MONTH})\\s?(?:\\d{1,2},?\\s?)?(?:${YEAR})|\\b${YEAR}\\b|\\b\\d{1,2}[/.-]\\d{1,2}[/.-]\\d|['\\u2018\\u2019]\\d\\d\\b)`,
  "iu",
);
const PARTS_MAX = 24;

/**
 * Reads the words of a bracket, or of a clause behind a citation, as a court and the day of a decision: `9th Cir. decided
 * Mar. 18, 1971`, `1971, 5-4`, `argued Oct. 3, 1957; decided Mar. 18, 1958`. Undefined where no year stands among them.
 */
export function readDecided(inside: string): Decided | undefined {
  const begin = DATE_BEGINS.exec(inside)?.index;
  if (begin === undefined || !/\d\d/u.test(inside)) return undefined;
  const courtText = inside.slice(0, begin).replace(/(?<![,;\s])[,;\s]+$/u, "");
  const dates: { role: "decided" | "other" | "plain"; date: PrintedDate }[] = [];
  let role: "decided" | "other" | "plain" = "plain";
  let at = begin;
  for (let parts = 0; parts < PARTS_MAX && at < inside.length; parts += 1) {
    PART.lastIndex = at;
    const { groups, 0: whole } = PART.exec(inside) ?? { groups: undefined, 0: "" };
    if (groups === undefined) break;
    if (groups["other"] !== undefined) role = "other";
    if (groups["deciding"] !== undefined) role = "decided";
    const date = groups["date"] === undefined ? undefined : dateOf(groups["date"]);
    if (groups["date"] !== undefined && date === undefined) break;
    if (date !== undefined) {
      dates.push({ role, date });
      role = "plain";
    }
    at += whole.length;
  }
  const best = dates.find((one) => one.role === "decided") ?? dates.find((one) => one.role === "plain");
  const unread = inside.slice(at).trim();
  if (best === undefined && dates.length === 0 && !YEAR_ALONE.test(inside)) return undefined;
  return {
    date: best?.date ?? null,
    courtText: courtText === "" ? null : courtText,
    unread: unread === "" && best !== undefined ? null : unread === "" ? inside : unread,
  };
}

function dateOf(printed: string): PrintedDate | undefined {
  const short = /(?:^['\u2018\u2019]|[/.-])(\d\d)$/u.exec(printed)?.[1];
  const whole = A_YEAR.exec(printed)?.[0];
  const year =
    whole === undefined
      ? short === undefined
        ? null
        : (plausibleYear(`20${short}`) ?? plausibleYear(`19${short}`))
      : printedYear(whole);
  if (year === null) return undefined;
  const month = A_MONTH.exec(printed)?.[0] ?? null;
  const day = month === null ? null : (/(?<!\d)\d{1,2}(?!\d)/u.exec(printed)?.[0] ?? null);
  return { year, month, day };
}
