import { codeOfCouncil, unpackCode } from "./dc-council.ts";
import { GOVINFO, issuesOfRegister, titlesOfRegulations, volumesOfYear } from "./govinfo.ts";
import { parsed, refused, unlisted } from "./refusals.ts";

/** A file that a publisher offers. `size_bytes` is undefined where the listing does not say. */
export type Offered = {
  readonly url: string;
  /** Where it goes, below the directory that is fetched into. */
  readonly name: string;
  readonly size_bytes?: number;
};

/** Reads a listing of a publisher as text; `accept` is the type that is asked for. */
export type ReadListing = (url: string, accept?: string) => Promise<string>;

/** A publisher: what can be had of it, where, and under which terms. */
export type Publisher = {
  readonly title: string;
  readonly terms: string;
  /** Nothing is ever asked of another host. */
  readonly hosts: readonly string[];
  /** What may be asked for, for the help. */
  readonly asks: string;
  /** The importer that reads what was fetched. */
  readonly importer: "courtlistener" | "cap" | "uslm" | "ecfr" | "federal-register" | "dc-code";
  /** Measured on two cores, for a megabyte fetched: seconds until it is searchable, and megabytes on disk. */
  readonly cost: {
    readonly seconds_per_mb: number;
    readonly disk_factor: number;
    /** Opinions in a megabyte fetched; 0 where it has laws. */
    readonly opinions_per_mb: number;
  };
  readonly offered: (asked: readonly string[], read: ReadListing) => Promise<Offered[]>;
  /** Makes what the importer reads of a file that is whole, where it does not read it as it is. */
  readonly unpack?: (dir: string, name: string) => Promise<void>;
};

const COURTLISTENER = "https://com-courtlistener-storage.s3-us-west-2.amazonaws.com";
const CAP = "https://static.case.law";
const OLRC = "https://uscode.house.gov/download";

export const PUBLISHERS = {
  courtlistener: {
    title: "CourtListener's bulk data: decisions, dockets, citations",
    terms: "public domain, with the Free Law Project's request to be named",
    hosts: [new URL(COURTLISTENER).host],
    asks: "nothing: the newest table of each kind",
    importer: "courtlistener",
    cost: { seconds_per_mb: 1.7, disk_factor: 11, opinions_per_mb: 150 },
    offered: newestBulkFiles,
  },
  cap: {
    title: "the Caselaw Access Project: printed reporters, a zip for each volume",
    terms: "public domain (CC0)",
    hosts: [new URL(CAP).host],
    asks: "a reporter, then volumes: cap us 1-20 347",
    importer: "cap",
    cost: { seconds_per_mb: 3, disk_factor: 10, opinions_per_mb: 85 },
    offered: volumesOfReporter,
  },
  usc: {
    title: "the United States Code of the Office of the Law Revision Counsel, newest release point",
    terms: "a work of the United States government, in the public domain",
    hosts: [new URL(OLRC).host],
    asks: "titles: usc 11 42; without any, all",
    importer: "uslm",
    cost: { seconds_per_mb: 4, disk_factor: 20, opinions_per_mb: 0 },
    offered: titlesOfCode,
  },
  ecfr: {
    title: "the Electronic Code of Federal Regulations, by title",
    terms: "a work of the United States government, in the public domain",
    hosts: [new URL(GOVINFO).host],
    asks: "titles: ecfr 12 40",
    importer: "ecfr",
    cost: { seconds_per_mb: 1, disk_factor: 4, opinions_per_mb: 0 },
    offered: titlesOfRegulations,
  },
  "cfr-annual": {
    title: "the Code of Federal Regulations as it is printed each year, by title",
    terms: "a work of the United States government, in the public domain",
    hosts: [new URL(GOVINFO).host],
    asks: "a year, then titles: cfr-annual 2024 12 40; without titles, all",
    importer: "ecfr",
    cost: { seconds_per_mb: 1, disk_factor: 4, opinions_per_mb: 0 },
    offered: volumesOfYear,
  },
  "federal-register": {
    title: "the Federal Register, an issue a day",
    terms: "a work of the United States government, in the public domain",
    hosts: [new URL(GOVINFO).host],
    asks: "days, months or ranges of days: federal-register 2024-01 2024-02-01..2024-02-09",
    importer: "federal-register",
    cost: { seconds_per_mb: 1, disk_factor: 4, opinions_per_mb: 0 },
    offered: issuesOfRegister,
  },
  "dc-code": {
    title: "the District of Columbia Code of its Council, newest publication",
    terms: "public domain (CC0)",
    hosts: ["github.com", "codeload.github.com"],
    asks: "nothing, or the name of a publication: dc-code 2024-05-09",
    importer: "dc-code",
    cost: { seconds_per_mb: 4, disk_factor: 20, opinions_per_mb: 0 },
    offered: codeOfCouncil,
    unpack: unpackCode,
  },
} as const satisfies Record<string, Publisher>;

export type PublisherName = keyof typeof PUBLISHERS;

const BULK_KINDS = ["courts", "dockets", "citations", "opinion-clusters", "opinions"];
const BULK_KEY = /^bulk-data\/([a-z-]+)-(\d{4}-\d{2}-\d{2})\.csv\.bz2$/u;
const LISTINGS_MAX = 100;

/** The bucket is listed a thousand files at a time, each with its size. */
async function newestBulkFiles(asked: readonly string[], read: ReadListing): Promise<Offered[]> {
  if (asked.length > 0) throw refused(`courtlistener is fetched whole and does not take "${asked[0]}"`, "leave it out");
  const newest = new Map<string, { readonly day: string; readonly offered: Offered }>();
  let from = "";
  for (let listing = 0; listing < LISTINGS_MAX; listing += 1) {
    const text = await read(`${COURTLISTENER}/?list-type=2&prefix=bulk-data%2F${from}`);
    for (const entry of text.split("<Contents>").slice(1)) {
      const [key = "", size = ""] = ["Key", "Size"].map((name) => valueIn(entry, name));
      const [, kind = "", day = ""] = BULK_KEY.exec(key) ?? [];
      if (!BULK_KINDS.includes(kind) || (newest.get(kind)?.day ?? "") >= day) continue;
      const name = key.slice("bulk-data/".length);
      newest.set(kind, { day, offered: { url: `${COURTLISTENER}/${key}`, name, size_bytes: Number(size) } });
    }
    const next = valueIn(text, "NextContinuationToken");
    if (next === "") break;
    from = `&continuation-token=${encodeURIComponent(next)}`;
  }
  const found = BULK_KINDS.flatMap((kind) => newest.get(kind)?.offered ?? []);
  if (found.length < BULK_KINDS.length) throw unlisted("the listing of bulk data lacks a kind of table");
  return found;
}

/** The text of an element that holds no other. */
function valueIn(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`);
  const to = xml.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? "" : xml.slice(from + name.length + 2, to);
}

async function volumesOfReporter([reporter, ...ranges]: readonly string[], read: ReadListing): Promise<Offered[]> {
  if (reporter === undefined || !/^[a-z0-9][a-z0-9-]*$/u.test(reporter))
    throw refused(
      "cap needs a reporter, by the name its site uses",
      "such as us, f2d, f3d, cal-4th, ny-2d: onpoint fetch cap us 1-20",
    );
  const listed: unknown = parsed(await read(`${CAP}/${reporter}/VolumesMetadata.json`));
  if (!Array.isArray(listed)) throw unlisted(`the list of volumes of ${reporter} cannot be read`);
  const volumes = listed.flatMap((one: unknown) => {
    const number = typeof one === "object" && one !== null ? String(Reflect.get(one, "volume_number") ?? "") : "";
    return /^[\w-]+$/u.test(number) ? [number] : [];
  });
  const wanted = ranges.length === 0 ? volumes : volumes.filter((volume) => isWithin(volume, ranges));
  if (wanted.length === 0)
    throw refused(`${reporter} has none of these volumes`, `it has ${volumes.at(0)} to ${volumes.at(-1)}`);
  return wanted.map((volume) => ({ url: `${CAP}/${reporter}/${volume}.zip`, name: `${reporter}/${volume}.zip` }));
}

function isWithin(volume: string, ranges: readonly string[]): boolean {
  return ranges.some((range) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/u.exec(range) ?? [];
    if (from === undefined)
      throw refused(`"${range}" is not a volume`, "give volumes such as 347, or ranges such as 1-20");
    return /^\d+$/u.test(volume) && Number(volume) >= Number(from) && Number(volume) <= Number(to);
  });
}

async function titlesOfCode(asked: readonly string[], read: ReadListing): Promise<Offered[]> {
  const page = await read(`${OLRC}/download.shtml`);
  const found = new Map<string, Offered>();
  for (const [, path = "", title = ""] of page.matchAll(
    /href="(releasepoints\/us\/pl\/[\w/-]+?\/xml_usc(\d{2}[A-Za-z]?)@[\w-]+\.zip)"/gu,
  ))
    found.set(title.toLowerCase(), { url: `${OLRC}/${path}`, name: path.slice(path.lastIndexOf("/") + 1) });
  if (found.size === 0) throw unlisted("the page of the U.S. Code lists no release point");
  if (asked.length === 0) return [...found.values()];
  return asked.map((title) => {
    const offered = found.get(title.toLowerCase().padStart(/[a-z]$/iu.test(title) ? 3 : 2, "0"));
    if (offered === undefined)
      throw refused(`title ${title} is not offered`, `offered are ${[...found.keys()].join(", ")}`);
    return offered;
  });
}
