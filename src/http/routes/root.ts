import { OnpointError } from "#base/errors.ts";
import { addressesOf } from "#research/address.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import type { AppContext } from "../context.ts";
import { askDockets, askLaws } from "../desk-answers.ts";
import { askCases } from "../desk-cases.ts";
import type { CaseAsk, Found, Refused } from "../desk-cases.ts";
import { readDesk } from "../desk-request.ts";
import type { DeskQuestion } from "../desk-request.ts";
import { EXPORT_KINDS, resultFile } from "../exports/result-files.ts";
import { deskPage } from "../pages/desk-page.ts";
import type { Desk } from "../pages/desk-page.ts";
import { wantsPage } from "../page-wanted.ts";
import { nothingAnswers } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

/** What calls made on the page are noted under. */
const CALL = "research desk";
/** As they are from this page, under whatever name a browser knows this service. */
const ADDRESSES = addressesOf(".");
/** Refusals that are about what was typed, and are shown beside it. */
const ABOUT_QUESTION: ReadonlySet<string> = new Set(["invalid_input", "too_costly", "unsupported"]);

/**
 * Where a person begins who types the bare address: a page to ask on, each of whose states is an address. A program is
 * told that nothing answers here. Where the page is off, a browser is led to the reference.
 */
export function rootRoute(services: Services, { baseUrl, pages }: HttpConfig): Route {
  return {
    method: "get",
    path: "/",
    handle: async (c) => {
      c.header("Vary", "Accept");
      if (!wantsPage(c)) throw nothingAnswers(c.req.path, baseUrl);
      c.header("Cache-Control", "no-store");
      if (pages === "off") return c.redirect("./docs", 302);
      const asked = readDesk(new URL(c.req.url).searchParams);
      const file = await fileOf(services, asked, { c, baseUrl });
      if (file !== undefined) return file;
      const answer = asked.query === "" ? undefined : await ask(services, asked, c).catch(refusalOf);
      if (answer !== undefined && "faults" in answer) c.status(422);
      const isSignedIn = c.get("principal").kind === "user";
      return respond(c, "text/html; charset=utf-8", deskPage({ asked, answer, addresses: ADDRESSES, isSignedIn }));
    },
  };
}

async function ask(services: Services, asked: DeskQuestion, c: AppContext): Promise<Desk["answer"]> {
  const { research, calls } = services;
  const [principal, signal] = [c.get("principal"), c.req.raw.signal];
  if (asked.tab === "cases") return cases(services, asked, c, false);
  const answers = asked.tab === "laws" ? askLaws : askDockets;
  const answer = await timed(c, "search", async () => answers({ research, principal, signal }, asked));
  calls?.record(principal, CALL);
  return answer;
}

async function cases(
  { research, calls }: Services,
  asked: DeskQuestion,
  c: AppContext,
  isWhole: boolean,
): Promise<Found | Refused> {
  const principal = c.get("principal");
  const inTime: CaseAsk["timed"] = async (part, work) => timed(c, part, work);
  const found = await askCases({ research, principal, signal: c.req.raw.signal, timed: inTime }, asked, isWhole);
  if (!("faults" in found)) calls?.record(principal, CALL);
  return found;
}

/** The list as a file to keep; undefined where a page is asked for, or the list cannot be made. */
async function fileOf(
  services: Services,
  asked: DeskQuestion,
  { c, baseUrl }: { readonly c: AppContext; readonly baseUrl: string },
): Promise<Response | undefined> {
  const kind = EXPORT_KINDS.find((one) => one === c.req.query("export"));
  if (kind === undefined || asked.tab !== "cases" || asked.query === "") return undefined;
  const found = await cases(services, asked, c, true).catch(refusalOf);
  if ("faults" in found) return undefined;
  const { response, views } = found;
  const { type, body } = resultFile(kind, {
    query: asked.query,
    hits: response.results,
    total: response.pagination.totalResults,
    views,
    addresses: addressesOf(baseUrl),
    day: new Date().toISOString().slice(0, 10),
  });
  c.header("Content-Disposition", `attachment; filename="decisions.${kind}"`);
  return respond(c, type, body);
}

function refusalOf(thrown: unknown): Refused {
  if (!(thrown instanceof OnpointError) || !ABOUT_QUESTION.has(thrown.code)) throw thrown;
  const { faults, message, hint } = thrown;
  return { faults: faults.length === 0 ? [{ path: "query", message }] : faults, hint };
}
