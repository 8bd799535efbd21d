import { z } from "zod";
import { OnpointError } from "#base/errors.ts";
import { parsed, refused, unlisted } from "./refusals.ts";
import type { Offered, ReadListing } from "./sources.ts";

/** The Government Publishing Office, which lists each directory of its bulk data as JSON when that is asked for. */
export const GOVINFO = "https://www.govinfo.gov/bulkdata";

const LISTING = z.object({
  files: z.array(
    z.object({
      name: z.string().default(""),
      link: z.string().default(""),
      folder: z.boolean().default(false),
      size: z.number().nullish(),
    }),
  ),
});

/** The files of a directory; one that is not there is answered with a page of HTML, and status 200. */
async function listed(path: string, read: ReadListing): Promise<Offered[]> {
  const url = `${GOVINFO}/json/${path}`;
  const listing = LISTING.safeParse(parsed(await read(url, "application/json")));
  if (!listing.success) throw unlisted(`${url} is not a listing`);
  return listing.data.files.flatMap(({ name, folder, size }) =>
    folder || !/^[\w.-]+\.xml$/u.test(name)
      ? []
      : [{ url: `${GOVINFO}/${path}/${name}`, name, ...(typeof size === "number" && { size_bytes: size }) }],
  );
}

const CFR_TITLES_MAX = 50;

function titleNumber(title: string): number {
  const number = Number(title);
  if (!/^\d{1,2}$/u.test(title) || number < 1 || number > CFR_TITLES_MAX)
    throw refused(`the C.F.R. has no title ${title}`, `titles are 1 to ${CFR_TITLES_MAX}`);
  return number;
}

/** Titles of the eCFR, one file each. */
export async function titlesOfRegulations(asked: readonly string[]): Promise<Offered[]> {
  if (asked.length === 0) throw refused("ecfr needs titles", "such as: onpoint fetch ecfr 12 40");
  return asked.map(titleNumber).map((number) => ({
    url: `${GOVINFO}/ECFR/title-${number}/ECFR-title${number}.xml`,
    name: `ECFR-title${number}.xml`,
  }));
}

/** Volumes of the annual edition of a year, below a directory for each title. */
export async function volumesOfYear([year = "", ...titles]: readonly string[], read: ReadListing): Promise<Offered[]> {
  if (!/^(?:19|20)\d{2}$/u.test(year))
    throw refused("cfr-annual needs a year", "such as: onpoint fetch cfr-annual 2024 12 40");
  const numbers =
    titles.length === 0 ? Array.from({ length: CFR_TITLES_MAX }, (_, at) => at + 1) : titles.map(titleNumber);
  const volumes: Offered[] = [];
  for (const number of numbers) {
    const found = await listed(`CFR/${year}/title-${number}`, read).catch((thrown: unknown) => {
      // Title 35 is reserved, and the newest titles of a year come in autumn: of all, what is there is taken.
      if (titles.length === 0 && thrown instanceof OnpointError && thrown.code !== "forbidden") return [];
      throw thrown;
    });
    volumes.push(...found.map((one) => ({ ...one, name: `${year}/title-${number}/${one.name}` })));
  }
  if (volumes.length === 0) throw unlisted(`no volume of ${year} is offered`);
  return volumes;
}

const MONTHS_MAX = 600;

/** Issues of the Federal Register: of months, days and ranges of days; there is none on weekends and holidays. */
export async function issuesOfRegister(asked: readonly string[], read: ReadListing): Promise<Offered[]> {
  if (asked.length === 0)
    throw refused("federal-register needs days or months", "such as: onpoint fetch federal-register 2024-01");
  const ranges = asked.map(rangeOf);
  const months = [...new Set(ranges.flatMap(monthsOf))].toSorted();
  if (months.length > MONTHS_MAX) throw refused(`that is ${months.length} months`, `at most ${MONTHS_MAX} are fetched`);
  const issues: Offered[] = [];
  for (const month of months) {
    for (const one of await listed(`FR/${month.replace("-", "/")}`, read)) {
      const [, day = ""] = /^FR-(\d{4}-\d{2}-\d{2})\.xml$/u.exec(one.name) ?? [];
      if (ranges.some(({ from, to }) => from <= day && day <= to))
        issues.push({ ...one, name: `${month}/${one.name}` });
    }
  }
  if (issues.length === 0) throw unlisted("no issue of these days is offered");
  return issues;
}

type Range = { readonly from: string; readonly to: string };

function rangeOf(text: string): Range {
  const [, from, to = from] = /^(\d{4}-\d{2}(?:-\d{2})?)(?:\.\.(\d{4}-\d{2}(?:-\d{2})?))?$/u.exec(text) ?? [];
  if (from === undefined || to === undefined || to < from)
    throw refused(`"${text}" is neither a day nor a month`, "give 2024-01-02, 2024-01 or 2024-01-02..2024-02-09");
  return { from: from.length === 7 ? `${from}-01` : from, to: to.length === 7 ? `${to}-31` : to };
}

function monthsOf({ from, to }: Range): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = from.split("-").map(Number);
  for (; months.length <= MONTHS_MAX; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const one = `${year}-${String(month).padStart(2, "0")}`;
    if (one > to.slice(0, 7)) break;
    months.push(one);
  }
  return months;
}
