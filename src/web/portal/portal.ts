import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { BROWSER_KNOWN_MS } from "#accounts/sign-in/known-browsers.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import type { FirmDoor } from "#idp/firm-door.ts";
import { RETURN_PATH } from "#idp/relying-party.ts";
import type { ConnectedApps } from "#oauth/connected-apps.ts";
import type { DeviceRequests } from "#oauth/devices.ts";
import { PATHS } from "#oauth/paths.ts";
import { assetAt } from "../assets.ts";
import { onwardDocument, PAGE_HEADERS } from "../document.ts";
import type { FormGuard } from "../form-guard.ts";
import { browserCookie, firmCookie } from "../session-cookie.ts";
import type { SessionCookie } from "../session-cookie.ts";
import { AT, FACTOR_FIRST, signInFirst } from "./addresses.ts";
import { frame } from "./frame.ts";
import { notePage } from "./markup.ts";
import type { Behaviour, Done, OwnVisit, PortalPage, Shown, Trouble, Visit } from "./page.ts";
import { portalPages } from "./pages.ts";
import type { Service } from "./service.ts";
import { troubleOf } from "./trouble.ts";
import type { VisitorCookie } from "./visitor-cookie.ts";

export type PortalParts = {
  readonly accounts: Accounts;
  readonly apps: ConnectedApps;
  readonly devices: DeviceRequests;
  readonly service: Service;
  readonly firms: FirmDoor;
  readonly cookie: SessionCookie;
  readonly visitors: VisitorCookie;
  readonly guard: FormGuard;
};

export type PortalRequest = {
  readonly method: "GET" | "POST";
  /** The address as it was asked for: path and query. */
  readonly target: string;
  readonly headers: { readonly cookie: string | undefined; readonly origin: string | undefined };
  /** The form that was sent, if one was. */
  readonly body: string;
  readonly origin: Origin;
  readonly call: Visit["call"];
};

/** The pages on which people look after their accounts. */
export type Portal = { readonly answer: (request: PortalRequest) => Promise<Response> };

export function createPortal(parts: PortalParts): Portal {
  const pages = new Map(portalPages(parts.cookie).map((page) => [page.path, page]));
  return {
    answer: async (request) => {
      const url = new URL(request.target, parts.service.authUrl);
      const asset = assetAt(url.pathname);
      if (asset !== undefined) return asset;
      const { visit, isOurs, setsCookie } = await receive(parts, request, url);
      const answer = await answerVisit(pages.get(pageAt(url.pathname)), visit, request, isOurs);
      if (setsCookie !== undefined) answer.headers.append("Set-Cookie", setsCookie);
      return answer;
    },
  };
}

/** Those who come back from identity providers come to one page, each under an address of its organization. */
function pageAt(path: string): string {
  return path.startsWith(`${RETURN_PATH}/`) ? RETURN_PATH : path;
}

type Received = {
  readonly visit: Visit;
  /** Whether what was sent comes from a form of ours, shown in this browser. */
  readonly isOurs: boolean;
  readonly setsCookie: string | undefined;
};

async function receive(parts: PortalParts, request: PortalRequest, url: URL): Promise<Received> {
  const { accounts, apps, devices, service, firms, cookie, visitors, guard } = parts;
  const { headers, origin, call } = request;
  const token = cookie.read(headers.cookie);
  const browser = browserCookie(service.authUrl).read(headers.cookie);
  const departed = firmCookie(service.authUrl).read(headers.cookie);
  const signedIn = token === undefined ? undefined : await checkSession(accounts, token, origin.address);
  const known = visitors.read(headers.cookie);
  const made = known === undefined && signedIn === undefined ? visitors.make() : undefined;
  // A form is good for one sign-in, or for one browser in which nobody is signed in.
  const step = signedIn === undefined ? `visitor ${known ?? made?.visitor ?? ""}` : `portal ${signedIn.session.id}`;
  const form = new URLSearchParams(request.method === "POST" ? request.body : "");
  const { pathname: path, searchParams: query } = url;
  const who = { token, signedIn, browser, departed, guard: guard.field(step) };
  const visit = { accounts, apps, devices, service, firms, origin, path, query, form, ...who, call };
  return { visit, isOurs: guard.isOurs(form, step, headers.origin), setsCookie: made?.header };
}

async function answerVisit(
  page: PortalPage | undefined,
  visit: Visit,
  { method, target }: PortalRequest,
  isOurs: boolean,
): Promise<Response> {
  if (page === undefined) return whole(visit, noPage());
  const isSent = method === "POST";
  if (page.access !== "anyone" && !isOwn(visit)) {
    return redirect(signInFirst(isSent ? visit.path : target));
  }
  if (visit.signedIn?.lacksFactor === true && page.access !== "anyone" && !WITHOUT_FACTOR.has(page.path)) {
    return redirect(FACTOR_FIRST);
  }
  // To anybody else the pages of administrators are not there.
  if (page.access === "administrator" && visit.signedIn?.user.isAdmin !== true) return whole(visit, noPage());
  if (isSent && !isOurs) return whole(visit, foreignForm(visit));
  if (page.access === "anyone") return respond(page, visit, isSent);
  return isOwn(visit) ? respond(page, visit, isSent) : redirect(signInFirst(visit.path));
}

function noPage(): Shown {
  return notePage("No such page", "Nothing stands at this address.", 404);
}

/** Pages for who has yet to add the second factor that an organization asks for. */
const WITHOUT_FACTOR: ReadonlySet<string> = new Set([AT.security, AT.sessions, AT.signOut, AT.leaving]);

function isOwn(visit: Visit): visit is OwnVisit {
  return visit.signedIn !== undefined && visit.token !== undefined;
}

async function respond<Who extends Visit>(page: Behaviour<Who>, visit: Who, isSent: boolean): Promise<Response> {
  const show = async (trouble?: Trouble): Promise<Response> => {
    const shown = await page.show(visit, trouble);
    const status = trouble === undefined ? {} : { status: trouble.status };
    const answer = whole(visit, { ...shown, ...status }, noticeOf(page, visit));
    if (trouble?.retryAfter_s !== undefined) answer.headers.set("Retry-After", String(trouble.retryAfter_s));
    return answer;
  };
  const { arrive } = page;
  if (!isSent && arrive === undefined) return show().catch((thrown: unknown) => instead(visit, thrown));
  const wanted = visit.form.get("do") ?? "";
  const named = Object.hasOwn(page.actions ?? {}, wanted) ? page.actions?.[wanted] : undefined;
  const action = isSent ? named : arrive;
  if (action === undefined) return whole(visit, notePage("Nothing was done", "This page does no such thing.", 400));
  try {
    const done = await action(visit);
    return withCookies(visit, answerOf(visit, done), done);
  } catch (thrown) {
    const trouble = troubleOf(thrown);
    if (trouble === undefined) throw thrown;
    return show(trouble).catch((again: unknown) => instead(visit, again));
  }
}

/** Said above a page after what led here was done. */
function noticeOf<Who extends Visit>({ notices = {} }: Behaviour<Who>, { query, form }: Who): string | undefined {
  const done = query.get("done");
  return done !== null && form.size === 0 && Object.hasOwn(notices, done) ? notices[done] : undefined;
}

/** For a page that cannot be shown at all, because its link was used before, say. */
function instead(visit: Visit, thrown: unknown): Response {
  const trouble = troubleOf(thrown);
  if (trouble === undefined) throw thrown;
  return whole(visit, notePage(trouble.message, trouble.hint ?? "", trouble.status));
}

function whole(visit: Visit, shown: Shown, notice?: string): Response {
  if (!("file" in shown)) {
    return new Response(frame(visit, shown, notice), { status: shown.status ?? 200, headers: PAGE_HEADERS });
  }
  const { file, type, text } = shown;
  const headers = { "Content-Type": type, "Content-Disposition": `attachment; filename="${file}"` };
  return new Response(text, { headers: { ...PAGE_HEADERS, ...headers } });
}

function answerOf(visit: Visit, done: Done): Response {
  if ("to" in done) return onwardTo(done.to);
  if ("shown" in done) return whole(visit, done.shown);
  return new Response(onwardDocument(done.leaveTo), { headers: PAGE_HEADERS });
}

/** An application waits behind a page of the authorization server, and behind the form that led here: see there. */
function onwardTo(to: string): Response {
  const isForApplication = to.startsWith(`${PATHS.root}/`);
  return isForApplication ? new Response(onwardDocument(to), { headers: PAGE_HEADERS }) : redirect(to);
}

function redirect(to: string): Response {
  return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: to } });
}

function withCookies({ service }: Visit, answer: Response, { cookie, browser }: Done): Response {
  if (cookie !== undefined) answer.headers.append("Set-Cookie", cookie);
  if (browser !== undefined) {
    const known = browserCookie(service.authUrl).write(browser.token, BROWSER_KNOWN_MS / 1000);
    answer.headers.append("Set-Cookie", known);
  }
  return answer;
}

function foreignForm({ service, path }: Visit): Shown {
  const text = `It did not come from this page, or from an older one, or the browser keeps no cookies. Open ${service.authUrl}${path} again and retry.`;
  return notePage("This form was not taken", text, 403);
}
