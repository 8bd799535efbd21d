import { z } from "zod";
import type { Content } from "../purchases/journal.ts";
import { RecordsRefusal } from "../refusal.ts";
import type { ArchiveFetcher } from "./fetcher.ts";
import type { Allowed } from "./allowed.ts";

/** Members that are used; what else the archive says of a thing is kept as it is. */
const DOCKET = z.looseObject({
  id: z.number().int(),
  docket_number: z.string().nullish(),
  case_name: z.string().nullish(),
  /** The court's own number of the case. */
  pacer_case_id: z.coerce.string().nullish(),
  date_filed: z.string().nullish(),
  date_last_filing: z.string().nullish(),
  date_modified: z.string().nullish(),
});
const DOCUMENT = z.looseObject({
  id: z.number().int(),
  document_number: z.coerce.string().nullish(),
  attachment_number: z.number().int().nullish(),
  pacer_doc_id: z.string().nullish(),
  is_available: z.boolean().nullish(),
  is_sealed: z.boolean().nullish(),
  page_count: z.number().int().nullish(),
  filepath_local: z.string().nullish(),
  description: z.string().nullish(),
});
const ENTRY = z.looseObject({
  id: z.number().int(),
  entry_number: z.number().int().nullish(),
  date_filed: z.string().nullish(),
  description: z.string().nullish(),
  recap_documents: z.array(DOCUMENT).nullish(),
});

export type ArchivedDocket = z.output<typeof DOCKET>;
export type ArchivedEntry = z.output<typeof ENTRY>;

/** What the archive has of a docket: it is made from what people brought, and seldom whole. */
export type ArchivedEntries = {
  readonly entries: readonly ArchivedEntry[];
  /** Whether all of what the archive has was read: it may be too much, or fail on the way. */
  readonly isComplete: boolean;
};

/** A document of a case, as the archive's files are named: `gov.uscourts.<court>.<case>.<entry>.<attachment>.pdf`. */
export type ArchivedFile = {
  readonly court: string;
  readonly caseId: string;
  readonly entry: number;
  readonly attachment: number;
};

/** One page of a list. */
type Listed<Item> = { readonly results: readonly Item[]; readonly next: URL | null };

const PAGES_MAX = 100;
const DOCKETS_MAX = 20;

/** The public archive of court filings: its API, and its files. Everything throws `RecordsRefusal`. */
export class PublicArchive {
  readonly #fetcher: ArchiveFetcher | null;
  readonly #allowed: Allowed;

  /** Without a fetcher it is switched off: every question is refused before anything is sent. */
  constructor(allowed: Allowed, fetcher: ArchiveFetcher | null) {
    this.#allowed = allowed;
    this.#fetcher = fetcher;
  }

  get isOn(): boolean {
    return this.#fetcher !== null;
  }

  /** Dockets of a court under a docket number, as the archive writes both. */
  async findDockets(courtId: string, docketNumber: string): Promise<readonly ArchivedDocket[]> {
    const url = new URL("api/rest/v4/dockets/", this.#allowed.api);
    url.searchParams.set("court", courtId);
    url.searchParams.set("docket_number", docketNumber);
    const { results } = await this.#list(url, DOCKET);
    return results.slice(0, DOCKETS_MAX);
  }

  /** All entries of a docket with their documents, page by page; what was read when a later page fails is told as that. */
  async entries(docketId: number): Promise<ArchivedEntries> {
    const entries: ArchivedEntry[] = [];
    let url: URL | null = new URL("api/rest/v4/docket-entries/", this.#allowed.api);
    url.searchParams.set("docket", String(docketId));
    url.searchParams.set("order_by", "recap_sequence_number");
    for (let page = 0; url !== null; page++) {
      const listed: Listed<ArchivedEntry> | undefined =
        page === 0 ? await this.#list(url, ENTRY) : await this.#nextPage(url, page);
      if (listed === undefined) return { entries, isComplete: false };
      entries.push(...listed.results);
      url = listed.next;
    }
    return { entries, isComplete: true };
  }

  /** The PDF of a document, from the first place that has it, or undefined where none has. */
  async document(file: ArchivedFile): Promise<Content | undefined> {
    const item = itemOf(file);
    return this.#file(`${item}/${item}.${file.entry}.${file.attachment}.pdf`, "application/pdf");
  }

  /** From the first place that has it. A place that fails hides none of the others; undefined is what all of them said. */
  async #file(path: string, mediaType: string): Promise<Content | undefined> {
    let failure: RecordsRefusal | undefined;
    for (const place of this.#allowed.files) {
      try {
        const { status, body } = await this.#ask(new URL(path, place));
        if (status !== 200) continue;
        if (mediaType !== "application/pdf" || Buffer.from(body.subarray(0, 1_024)).includes("%PDF-"))
          return { mediaType, body };
        failure ??= new RecordsRefusal("unreadable", "the archive gave something else in place of a PDF");
      } catch (thrown) {
        if (!(thrown instanceof RecordsRefusal) || thrown.why === "not_configured") throw thrown;
        failure ??= thrown;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  async #nextPage(url: URL, page: number): Promise<Listed<ArchivedEntry> | undefined> {
    if (page >= PAGES_MAX) return undefined;
    try {
      return await this.#list(url, ENTRY);
    } catch (thrown) {
      // What leads elsewhere, or is no list, is not believed; nor is what came before it.
      if (!(thrown instanceof RecordsRefusal) || thrown.why !== "unavailable") throw thrown;
      return undefined;
    }
  }

  async #list<Item>(url: URL, item: z.ZodType<Item>): Promise<Listed<Item>> {
    const { status, body } = await this.#ask(url);
    // A list of nothing is an empty list: one that is not there tells nothing.
    if (status === 404) throw new RecordsRefusal("unavailable", "the public archive has no such list");
    const shape = z.object({ results: z.array(item).max(1_000), next: z.string().nullish() });
    const parsed = shape.safeParse(jsonOf(body));
    if (!parsed.success) throw new RecordsRefusal("unreadable", "the public archive answered in an unknown form");
    const { results, next } = parsed.data;
    return { results, next: next == null ? null : this.#nextOf(next, url) };
  }

  /** The archive names its own next page; it must be one of the same list. */
  #nextOf(next: string, from: URL): URL {
    const url = URL.parse(next, from.href);
    if (url?.origin !== from.origin || url.pathname !== from.pathname)
      throw new RecordsRefusal("unreadable", "the archive leads to a page that is not of the same list");
    return url;
  }

  async #ask(url: URL) {
    if (this.#fetcher === null)
      throw new RecordsRefusal("not_configured", "the public archive is switched off", {
        hint: "ONPOINT_ARCHIVE=yes lets the service ask it.",
      });
    return this.#fetcher.get(url);
  }
}

function itemOf({ court, caseId }: Pick<ArchivedFile, "court" | "caseId">): string {
  if (!/^[a-z0-9]{2,12}$/u.test(court) || !/^\d{1,12}$/u.test(caseId))
    throw new RecordsRefusal("not_found", "this is not a court or case of the archive");
  return `gov.uscourts.${court}.${caseId}`;
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}
