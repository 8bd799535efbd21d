import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  confirmPage,
  docketPage,
  documentFrame,
  escaped,
  menuPage,
  noticePage,
  receiptsPage,
  receiptTable,
  reportFormPage,
  signInPage,
  withoutMenu,
} from "./pages.ts";
import { appellateReply } from "./appellate.ts";
import { expectedCode } from "./one-time-code.ts";
import type { SimReceipt } from "./pages.ts";
import { pdfOf } from "./world.ts";
import type { SimCase, SimDocument, SimEntry } from "./world.ts";

/**
 * What may go wrong with one request. `…After` have been carried out, and charged, by then; `late` is carried out when
 * nobody waits any more; `changed` is a page as no court has written it before; `short` is half a page that says it is
 * whole; `movedAfter` leads to another address for the page, whose request may fail too.
 */
export const FAULTS = [
  "hang",
  "hangAfter",
  "cut",
  "cutAfter",
  "half",
  "short",
  "changed",
  "late",
  "maintenance",
  "busy",
  "gateway",
  "gatewayAfter",
  "busyAfter",
  "movedAfter",
  "signOut",
] as const;
export type Fault = (typeof FAULTS)[number];

export type Charge = SimReceipt & {
  readonly court: string;
  readonly item: string;
  readonly body: Buffer;
  readonly mediaType: string;
};

export type SimulatorOptions = {
  readonly cases?: readonly SimCase[];
  readonly otpSecret?: string | null;
  /** Whether documents, and reports, are shown only after their charge was accepted. */
  readonly asksForDocuments?: boolean;
  readonly asksForReports?: boolean;
  /** Whether documents come in a frame. */
  readonly framesDocuments?: boolean;
  /** Whether pages have the menu of the site, from which one can log out. */
  readonly showsMenu?: boolean;
  /** How far the list of receipts is behind. */
  readonly listLag_ms?: number;
  /** Whether the list leads to what was bought, for nothing. */
  readonly keepsBought?: boolean;
  readonly page_cents?: number;
  /** What every report is charged as; null: as its length is. */
  readonly reportPages?: number | null;
  readonly running_max?: number;
  readonly clock?: () => Date;
  readonly lateAfter_ms?: number;
};

type Reply = { readonly status: number; readonly mediaType: string; readonly body: Buffer };

const LOGIN = "onpoint-desk";
const PASSWORD = "correct horse battery staple";
const LOCATOR_PAGE = 3;

/** The official records system in small: a real server that signs in, serves, charges, fails, and keeps its own bill. */
export class Simulator {
  readonly bill: Charge[] = [];
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly clientCode: string;
    readonly form: Readonly<Record<string, string>>;
  }[] = [];
  readonly signIns: Readonly<Record<string, string>>[] = [];
  /** What happens to the next request; asked once for each but sign-ins. */
  fault: (path: string) => Fault | undefined = () => undefined;
  /** Called as soon as something is charged. */
  onCharge: (charge: Charge) => void = () => undefined;
  login = {
    loginId: LOGIN,
    password: PASSWORD,
    answer: "accepted" as "accepted" | "warning" | "expired",
    /** What it says of a wrong login or password. */
    refusal: "Invalid username or password",
  };
  running_most = 0;
  /** Sent with every answer that says that it is too busy. */
  retryAfter: string | undefined;

  readonly #options: Required<SimulatorOptions>;
  readonly #sessions = new Map<string, string>();
  readonly #usedCodes = new Set<string>();
  readonly #files = new Map<string, Buffer>();
  readonly #moved: Reply[] = [];
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });
  #running = 0;

  private constructor(options: SimulatorOptions) {
    this.#options = {
      cases: [],
      otpSecret: null,
      asksForDocuments: true,
      asksForReports: false,
      framesDocuments: true,
      showsMenu: true,
      listLag_ms: 0,
      keepsBought: true,
      page_cents: 10,
      reportPages: null,
      running_max: 50,
      clock: () => new Date(),
      lateAfter_ms: 30,
      ...options,
    };
  }

  static async start(options: SimulatorOptions = {}): Promise<Simulator> {
    const simulator = new Simulator(options);
    await new Promise<void>((resolve) => simulator.#server.listen(0, "127.0.0.1", resolve));
    return simulator;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  get total_cents(): number {
    return this.bill.reduce((sum, { cents }) => sum + cents, 0);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Every session ends, as at night. */
  endSessions(): void {
    this.#sessions.clear();
  }

  /** Somebody signs in elsewhere with the code of the moment. */
  useCode(): void {
    const { otpSecret, clock } = this.#options;
    if (otpSecret !== null) this.#usedCodes.add(expectedCode(otpSecret, clock()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    const raw = await bodyOf(request);
    if (url.pathname === "/services/cso-auth") return send(response, this.#signIn(raw));
    if (url.pathname === "/services/cso-logout") {
      const { nextGenCSO = "" } = JSON.parse(raw.toString("utf8")) as { readonly nextGenCSO?: string };
      this.#sessions.delete(nextGenCSO);
      return send(response, { status: 204, mediaType: "text/plain", body: Buffer.alloc(0) });
    }
    const form = await formOf(request, raw);
    const cookies = cookiesOf(request);
    const header = request.headers["x-next-gen-cso"];
    const token = typeof header === "string" ? header : (cookies.get("NextGenCSO") ?? "");
    const clientCode = cookies.get("PacerClientCode") ?? this.#sessions.get(token) ?? "";
    this.requests.push({ method: request.method ?? "", path: url.pathname + url.search, clientCode, form });
    const fault = this.fault(url.pathname);
    if (fault === "signOut") this.#sessions.delete(token);
    if (fault === "hang") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "maintenance")
      return send(response, html(noticePage("The system is down for scheduled maintenance."), 503));
    if (fault === "busy") {
      if (this.retryAfter !== undefined) response.setHeader("Retry-After", this.retryAfter);
      return send(response, html(noticePage("Too many requests."), 429));
    }
    if (fault === "gateway") return send(response, html("<html><body>502 Bad Gateway</body></html>", 502));
    if (!this.#sessions.has(token)) return send(response, header === undefined ? html(signInPage()) : html("{}", 401));
    if (this.#running >= this.#options.running_max) return send(response, html(noticePage("Too many requests."), 429));
    this.#running += 1;
    this.running_most = Math.max(this.running_most, this.#running);
    try {
      if (fault === "late") await sleep(this.#options.lateAfter_ms);
      const reply = this.#dressed(this.#reply(url, form, raw, clientCode));
      // A court that charges without asking is not one that says of a question that it was too busy for it.
      const isQuestion = form["got_receipt"] === "0" || url.pathname.includes("/docs1/");
      const own = isQuestion && fault === "busyAfter" ? "gatewayAfter" : fault;
      this.#answer(request, response, reply, own);
    } finally {
      this.#running -= 1;
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, reply: Reply, fault: Fault | undefined): void {
    const half = reply.body.subarray(0, reply.body.length / 2);
    if (fault === "hangAfter" || fault === "late") return;
    if (fault === "cutAfter") request.socket.destroy();
    else if (fault === "gatewayAfter") send(response, html("<html><body>504 Gateway Time-out</body></html>", 504));
    else if (fault === "busyAfter") send(response, html(noticePage("The system is too busy."), 503));
    else if (fault === "movedAfter") this.#sendElsewhere(request, response, reply);
    else if (fault === "half") {
      response.writeHead(reply.status, { "Content-Type": reply.mediaType, "Content-Length": reply.body.length });
      response.write(half, () => request.socket.destroy());
    } else if (fault === "short") send(response, { ...reply, body: half });
    else if (fault === "changed") send(response, { ...reply, body: changed(reply) });
    else send(response, reply);
  }

  #sendElsewhere({ url = "" }: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const site = /^\/courts\/\w+/u.exec(url)?.[0] ?? "";
    const Location = `${site}/cgi-bin/moved.pl?${this.#moved.push(reply) - 1}`;
    response.writeHead(302, { Location }).end();
  }

  #dressed(reply: Reply): Reply {
    if (this.#options.showsMenu || !reply.mediaType.startsWith("text/html")) return reply;
    return { ...reply, body: Buffer.from(withoutMenu(reply.body.toString("utf8"))) };
  }

  #signIn(raw: Buffer): Reply {
    const words = JSON.parse(raw.toString("utf8")) as Record<string, string>;
    this.signIns.push(words);
    const refuse = (errorDescription: string): Reply => json({ loginResult: "1", nextGenCSO: "", errorDescription });
    if (words["loginId"] !== this.login.loginId || words["password"] !== this.login.password)
      return refuse(`${this.login.refusal} for ${words["loginId"]}`);
    if (this.login.answer === "expired") return refuse("Your password has expired and must be changed.");
    const { otpSecret, clock } = this.#options;
    if (otpSecret !== null) {
      const code = words["otpCode"] ?? "";
      if (code !== expectedCode(otpSecret, clock()) || this.#usedCodes.has(code))
        return refuse("The one-time passcode is invalid.");
      this.#usedCodes.add(code);
    }
    const token = randomBytes(64).toString("hex");
    this.#sessions.set(token, words["clientCode"] ?? "");
    const errorDescription = this.login.answer === "warning" ? "Your password expires in 9 days." : "";
    return json({ loginResult: "0", nextGenCSO: token, errorDescription });
  }

  #reply(url: URL, form: Readonly<Record<string, string>>, raw: Buffer, clientCode: string): Reply {
    if (url.pathname === "/pcl-public-api/rest/cases/find") return this.#find(url, raw, clientCode);
    if (url.pathname === "/billing") return this.#receipts(url);
    if (url.pathname.startsWith("/billing/")) return this.#again(url.pathname.slice("/billing/".length));
    const [, , court = "", ...rest] = url.pathname.split("/");
    const path = rest.join("/");
    const query = url.search.slice(1);
    if (path === "cgi-bin/possible_case_numbers.pl") return this.#lookUp(court, decodeURIComponent(query));
    if (path === "cgi-bin/DktRpt.pl" && /^\d+$/u.test(query)) return this.#reportForm(court, query);
    if (path === "cgi-bin/DktRpt.pl") return this.#report(court, form, clientCode, query);
    if (path === "cgi-bin/show_temp.pl") return this.#file(query);
    if (path === "cgi-bin/moved.pl") return this.#moved[Number(query)] ?? html(noticePage("Not found"), 404);
    const appellate = this.#askAppeals(court, path, form, clientCode);
    if (appellate !== undefined) return appellate;
    const documentId = /^doc1\/(\d+)$/u.exec(path)?.[1];
    if (documentId !== undefined) return this.#document(court, documentId, form, clientCode);
    return html(noticePage("The page ID does not exist."), 404);
  }

  #askAppeals(
    court: string,
    path: string,
    form: Readonly<Record<string, string>>,
    clientCode: string,
  ): Reply | undefined {
    const cases = this.#options.cases.filter((one) => one.court === court);
    const reply = appellateReply(
      { ...this.#options, cases, court, path, form },
      {
        receipt: (...told) => this.#receipt(clientCode, ...told),
        charge: (...told) => this.#charge(court, ...told),
      },
    );
    return reply && { status: 200, ...reply };
  }

  #lookUp(court: string, number: string): Reply {
    const found = this.#options.cases.filter((one) => one.court === court && sameNumber(one.docketNumber, number));
    const message = (text: string): Reply =>
      xml(`<request number='${escaped(number)}'><message text='${text}'/></request>`);
    if (found.length === 0) return message(`Cannot find case ${escaped(number)}`);
    if (found.some(({ isSealed }) => isSealed)) return message("Case Under Seal");
    const cases = found.map(
      (one) => `<case number='${one.docketNumber}' id='${one.caseId}' title='${escaped(one.caption)}' sortable=''/>`,
    );
    return xml(`<request number='${escaped(number)}'>${cases.join("")}</request>`);
  }

  #reportForm(court: string, caseId: string): Reply {
    const one = this.#case(court, caseId);
    if (one === undefined) return html(noticePage("Case not found."));
    return html(one.isSealed ? noticePage("This case is currently under seal.") : reportFormPage(one));
  }

  #report(court: string, form: Readonly<Record<string, string>>, clientCode: string, query: string): Reply {
    const one = this.#case(court, form["all_case_ids"] ?? "");
    if (one === undefined) return html(noticePage("Case not found."));
    const entries = one.entries.filter((entry) => isAsked(entry, form));
    const withParties = form["list_of_parties_and_counsel"] === "on";
    const bare = docketPage(one, entries, withParties, "");
    const length = Math.ceil(bare.replaceAll(/<[^>]*>/gu, "").length / 4320);
    const pages = this.#options.reportPages ?? Math.min(30, Math.max(1, length));
    const criteria = `${one.docketNumber} ${form["date_from"] ?? ""}`.trim();
    const receipt = this.#receipt(clientCode, "Docket Report", criteria, pages);
    if (this.#options.asksForReports && form["got_receipt"] !== "1")
      return html(confirmPage(`../cgi-bin/DktRpt.pl?${query}`, receiptTable(receipt), "Report"));
    const body = Buffer.from(docketPage(one, entries, withParties, receiptTable(receipt)));
    this.#charge(court, `report:${court}:${one.caseId}`, receipt, body, "text/html");
    return { status: 200, mediaType: "text/html; charset=utf-8", body };
  }

  #document(court: string, asked: string, form: Readonly<Record<string, string>>, clientCode: string): Reply {
    const documentId = `${asked.slice(0, 3)}0${asked.slice(4)}`;
    const found = this.#findDocument(court, documentId);
    if (found === undefined)
      return html(
        noticePage(
          "Either you do not have permission to view the document, or the document does not exist in the case.",
        ),
      );
    const { caseId, entry, document } = found;
    if ((form["caseid"] ?? caseId) !== caseId)
      return html(noticePage(`Cannot locate the case with caseid: ${escaped(form["caseid"] ?? "")}`));
    if (document.isSealed) return html(noticePage("You do not have permission to view this document."));
    if (entry.documents.length > 1 && asked === documentId) return html(menuPage(entry));
    const pages = document.isTranscript ? document.pages : Math.min(30, document.pages);
    const receipt = this.#receipt(
      clientCode,
      document.isTranscript ? "Transcript" : "Image",
      documentId,
      pages,
      document.isOpinion,
    );
    const isFree = document.isOpinion;
    if (this.#options.asksForDocuments && !isFree && form["got_receipt"] !== "1")
      return html(confirmPage(`/courts/${court}/doc1/${asked}`, receiptTable(receipt), "Document"));
    const body = pdfOf(document);
    if (!isFree) this.#charge(court, `document:${court}:${documentId}`, receipt, body, "application/pdf");
    if (!this.#options.framesDocuments) return { status: 200, mediaType: "application/pdf", body };
    const file = createHash("sha256").update(body).digest("hex").slice(0, 12);
    this.#files.set(file, body);
    return html(documentFrame(`/courts/${court}/cgi-bin/show_temp.pl?${file}`));
  }

  #file(name: string): Reply {
    const body = this.#files.get(name);
    return body === undefined
      ? html(noticePage("File not found"), 404)
      : { status: 200, mediaType: "application/pdf", body };
  }

  #find(url: URL, raw: Buffer, clientCode: string): Reply {
    const criteria = JSON.parse(raw.toString("utf8")) as {
      courtId?: string[];
      caseNumberFull?: string;
      caseTitle?: string;
    };
    const page = Number(url.searchParams.get("page"));
    const found = this.#options.cases.filter(
      (one) =>
        (criteria.courtId === undefined ||
          criteria.courtId.includes(one.court.endsWith("b") ? `${one.court}k` : one.court)) &&
        (criteria.caseNumberFull === undefined || sameNumber(one.docketNumber, criteria.caseNumberFull)) &&
        (criteria.caseTitle === undefined || one.caption.toLowerCase().includes(criteria.caseTitle.toLowerCase())),
    );
    const receipt = this.#receipt(clientCode, "All Court Types Case Search", JSON.stringify(criteria), 1);
    const content = found.slice(page * LOCATOR_PAGE, (page + 1) * LOCATOR_PAGE).map((one) => ({
      courtId: one.court,
      caseId: Number(one.caseId),
      caseNumberFull: one.docketNumber,
      caseTitle: one.caption,
      dateFiled: "2024-01-02",
    }));
    const totalPages = Math.max(1, Math.ceil(found.length / LOCATOR_PAGE));
    const body = Buffer.from(
      JSON.stringify({
        receipt: {
          transactionDate: receipt.at.toISOString(),
          billablePages: 1,
          fee: `$${(receipt.cents / 100).toFixed(2)}`,
          loginId: LOGIN,
          clientCode,
          description: receipt.description,
          search: receipt.criteria,
        },
        pageInfo: {
          number: page,
          size: LOCATOR_PAGE,
          totalPages,
          totalElements: found.length,
          numberOfElements: content.length,
        },
        content,
      }),
    );
    this.#charge("locator", `search:${JSON.stringify(criteria)}:${page}`, receipt, body, "application/json");
    return { status: 200, mediaType: "application/json", body };
  }

  #receipts(url: URL): Reply {
    const clientCode = url.searchParams.get("clientCode") ?? "";
    const seen_ms = this.#options.clock().getTime() - this.#options.listLag_ms;
    const lines = this.bill
      .map((charge, at) => ({ ...charge, address: this.#options.keepsBought ? `/billing/${at}` : null }))
      .filter((charge) => charge.clientCode === clientCode && charge.at.getTime() <= seen_ms);
    return html(receiptsPage(lines));
  }

  #again(at: string): Reply {
    const charge = this.#options.keepsBought ? this.bill[Number(at)] : undefined;
    if (charge === undefined) return html(noticePage("Not found"), 404);
    return { status: 200, mediaType: charge.mediaType, body: charge.body };
  }

  #receipt(clientCode: string, description: string, criteria: string, pages: number, isFree = false): SimReceipt {
    const cents = isFree ? 0 : pages * this.#options.page_cents;
    return { at: this.#options.clock(), login: LOGIN, clientCode, description, criteria, pages, cents };
  }

  #charge(court: string, item: string, receipt: SimReceipt, body: Buffer, mediaType: string): void {
    const charge = { ...receipt, court, item, body, mediaType };
    this.bill.push(charge);
    this.onCharge(charge);
  }

  #case(court: string, caseId: string): SimCase | undefined {
    return this.#options.cases.find((one) => one.court === court && one.caseId === caseId);
  }

  #findDocument(
    court: string,
    documentId: string,
  ): { readonly caseId: string; readonly entry: SimEntry; readonly document: SimDocument } | undefined {
    for (const one of this.#options.cases.filter((other) => other.court === court)) {
      for (const entry of one.entries) {
        const document = entry.documents.find((other) => other.documentId === documentId);
        if (document !== undefined) return { caseId: one.caseId, entry, document };
      }
    }
    return undefined;
  }
}

function isAsked({ number, day }: SimEntry, form: Readonly<Record<string, string>>): boolean {
  const from = dayOf(form["date_from"] ?? "");
  const to = dayOf(form["date_to"] ?? "");
  const first = Number(form["documents_numbered_from_"] ?? "");
  const last = Number(form["documents_numbered_to_"] ?? "");
  return (
    (from === "" || day >= from) &&
    (to === "" || day <= to) &&
    (first === 0 || number >= first) &&
    (last === 0 || number <= last)
  );
}

function dayOf(text: string): string {
  const [month, date, year] = text.split("/");
  return year === undefined ? "" : `${year}-${month}-${date}`;
}

function sameNumber(one: string, other: string): boolean {
  return bareNumber(one) === bareNumber(other);
}

function bareNumber(number: string): string {
  const { year, type, serial } = /(?<year>\d{2})-(?<type>[a-z]{2})-0*(?<serial>\d+)/u.exec(number)?.groups ?? {};
  return year === undefined ? number : `${year}-${type}-${serial}`;
}

function changed({ mediaType, body }: Reply): Buffer {
  if (!mediaType.startsWith("text/")) return body;
  const known =
    /DOCKET FOR CASE #|General Docket|<th>Docket Text|Transaction Receipt <|iframe|<b>Document Selection Menu|<p>Select the document|<request/gu;
  const text = body.toString("utf8").replaceAll(known, "section");
  return Buffer.from(text);
}

function html(text: string, status = 200): Reply {
  return { status, mediaType: "text/html; charset=utf-8", body: Buffer.from(text) };
}

function xml(text: string): Reply {
  return { status: 200, mediaType: "text/xml", body: Buffer.from(`<?xml version='1.0'?>${text}`) };
}

function json(value: unknown): Reply {
  return { status: 200, mediaType: "application/json", body: Buffer.from(JSON.stringify(value)) };
}

function send(response: ServerResponse, { status, mediaType, body }: Reply): void {
  response.writeHead(status, {
    "Content-Type": mediaType,
    "Content-Length": body.length,
    "Set-Cookie": "CASE_STYLE=plain; Path=/",
  });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

async function formOf({ headers }: IncomingMessage, raw: Buffer): Promise<Readonly<Record<string, string>>> {
  const type = headers["content-type"] ?? "";
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/u.test(type)) return {};
  const form = await new Response(new Uint8Array(raw), { headers: { "Content-Type": type } }).formData();
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

function cookiesOf({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? "").split("; ").map((pair) => pair.split("="));
  return new Map(pairs.map(([name = "", value = ""]) => [name, value]));
}
