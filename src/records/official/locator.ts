import { z } from "zod";
import { ExchangeFailure } from "../exchange/exchange.ts";
import type { Answer, Exchange } from "../exchange/exchange.ts";
import type { Clock } from "#base/clock.ts";
import type { Paper, Sale } from "../purchases/purchasing.ts";
import { RecordsRefusal } from "../refusal.ts";
import { centsOf } from "./prices.ts";
import type { Receipt } from "./pages/receipt.ts";
import type { Sessions } from "./sessions.ts";

/** The case locator: an index of the cases of all courts, over which searches are charged by the page of results. */
export type LocatorOptions = {
  readonly site: URL;
  readonly sessions: Sessions;
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly timeout_ms: number;
};

export type CaseSearch = {
  /** The locator's codes of courts; none means all. */
  readonly courts: readonly string[];
  readonly docketNumber: string | null;
  readonly caption: string | null;
};

const RESULT = z.object({
  courtId: z.string(),
  caseId: z.coerce.string(),
  caseNumberFull: z.string().nullish(),
  caseTitle: z.string().nullish(),
  dateFiled: z.string().nullish(),
});

const RECEIPT = z.object({
  transactionDate: z.string().nullish(),
  billablePages: z.coerce.number().int().min(0),
  /** Older answers call it `searchFee`; both are dollars, as a number or as text. */
  fee: z.coerce.string().optional(),
  searchFee: z.coerce.string().optional(),
  clientCode: z.string().nullish(),
  description: z.string().nullish(),
  search: z.string().nullish(),
});

const ANSWER = z.object({
  receipt: RECEIPT.nullish(),
  pageInfo: z
    .object({ number: z.number().int(), totalPages: z.number().int(), totalElements: z.number().int() })
    .nullish(),
  content: z.array(RESULT).max(10_000),
});

export type LocatedCase = {
  readonly court: string;
  readonly caseId: string;
  readonly docketNumber: string | null;
  readonly caption: string | null;
  readonly dateFiled: string | null;
};

export type LocatorPage = {
  readonly cases: readonly LocatedCase[];
  /** Pages that the search has, of which each is charged. */
  readonly pages: number;
  readonly total: number;
};

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** Buys one page of the results of a search; 0 is the first. A search that finds nothing is charged too. */
export async function sellSearchPage(
  options: LocatorOptions,
  search: CaseSearch,
  page: number,
  paper: Paper,
): Promise<Sale> {
  // The client code belongs to the session here, so each search has one of its own.
  const token = await options.sessions.token(paper.clientCode);
  const answer = await ask(options, search, page, token.text, paper);
  if (answer.status === 401) {
    paper.isAsked = false;
    await options.sessions.forget(token, paper.clientCode);
    return nothing("the case locator does not keep the session");
  }
  if (answer.status === 429) {
    paper.isAsked = false;
    return nothing("the case locator asks for patience");
  }
  const read = parsed(answer.body);
  const receipt = read === undefined ? undefined : receiptOf(read);
  if (answer.status !== 200 || read === undefined)
    return { kind: "unknown", said: `the case locator answered with status ${answer.status}` };
  await options.sessions.forget(token, paper.clientCode);
  return { kind: "sold", content: { mediaType: "application/json", body: answer.body }, receipt: receipt ?? null };
}

/** What a page of results holds. Throws `RecordsRefusal` when it is none. */
export function readSearchPage(body: Uint8Array): LocatorPage {
  const read = parsed(body);
  if (read === undefined) throw new RecordsRefusal("unreadable", "the case locator answered in an unknown form");
  const { content, pageInfo } = read;
  return {
    cases: content.map(({ courtId, caseId, caseNumberFull, caseTitle, dateFiled }) => ({
      court: courtId,
      caseId,
      docketNumber: caseNumberFull ?? null,
      caption: caseTitle ?? null,
      dateFiled: dateFiled ?? null,
    })),
    pages: pageInfo?.totalPages ?? 1,
    total: pageInfo?.totalElements ?? content.length,
  };
}

async function ask(
  { site, exchange, clock, timeout_ms }: LocatorOptions,
  search: CaseSearch,
  page: number,
  token: string,
  paper: Paper,
): Promise<Answer> {
  const url = new URL("pcl-public-api/rest/cases/find", site);
  url.searchParams.set("page", String(page));
  const criteria = {
    ...(search.courts.length > 0 && { courtId: search.courts }),
    ...(search.docketNumber !== null && { caseNumberFull: search.docketNumber }),
    ...(search.caption !== null && { caseTitle: search.caption }),
  };
  const left_ms = paper.until.getTime() - clock().getTime();
  if (left_ms <= 0) throw new RecordsRefusal("unavailable", "the case locator took too long to answer");
  paper.isAsked = true;
  return exchange({
    url,
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-NEXT-GEN-CSO": token },
    body: Buffer.from(JSON.stringify(criteria)),
    timeout_ms: Math.min(timeout_ms, left_ms),
    size_bytes_max: ANSWER_BYTES_MAX,
  }).catch((thrown: unknown) => {
    if (thrown instanceof ExchangeFailure && !thrown.mayHaveArrived) paper.isAsked = false;
    throw thrown;
  });
}

function parsed(body: Uint8Array): z.output<typeof ANSWER> | undefined {
  try {
    return ANSWER.safeParse(JSON.parse(Buffer.from(body).toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

function receiptOf({ receipt }: z.output<typeof ANSWER>): Receipt | undefined {
  const amount_cents = centsOf(withCents(receipt?.fee ?? receipt?.searchFee ?? ""));
  if (receipt == null || amount_cents === undefined) return undefined;
  return {
    billedAt: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/u.exec(receipt.transactionDate ?? "")?.[0] ?? null,
    clientCode: receipt.clientCode ?? "",
    description: receipt.description ?? "",
    criteria: receipt.search ?? "",
    pages: receipt.billablePages,
    amount_cents,
  };
}

/** As a number it has lost its noughts: `0.1`, `3`. */
function withCents(fee: string): string {
  const [whole = "", cents = ""] = fee.split(".");
  return `${whole}.${cents.padEnd(2, "0")}`;
}

function nothing(message: string): Sale {
  return { kind: "nothing", refusal: new RecordsRefusal("unavailable", message), mayRetry: true };
}
