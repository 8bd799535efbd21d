import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { tellOwner } from "#accounts/mail/tell-owner.ts";
import { checkSession, signOut } from "#accounts/sessions/sessions.ts";
import type { Session, SignedIn } from "#accounts/sessions/sessions.ts";
import type { Question } from "#oauth/node-exchange.ts";
import type { Step, Steps } from "#oauth/steps.ts";
import { onwardDocument, PAGE_HEADERS } from "../document.ts";
import type { FormGuard } from "../form-guard.ts";
import { FACTOR_FIRST, signInFor } from "../portal/addresses.ts";
import type { SessionCookie } from "../session-cookie.ts";
import { consentPage, notePage } from "./pages.ts";

export type ConsentParts = {
  readonly accounts: Accounts;
  readonly steps: Steps;
  readonly cookie: SessionCookie;
  readonly guard: FormGuard;
};

/** The page on which people are asked whether an application may act for them; they sign in on that of the portal. */
export type ConsentPages = { readonly answer: (question: Question) => Promise<Response> };

type Asked = ConsentParts & {
  readonly question: Question;
  readonly step: Step;
  /** What the browser presents, and who that is. */
  readonly token: string | undefined;
  readonly signedIn: SignedIn | undefined;
};

export function consentPages(parts: ConsentParts): ConsentPages {
  const { accounts, steps, cookie, guard } = parts;
  return {
    answer: async (question) => {
      const step = await steps.read(question);
      if (step === undefined || pathOf(question).split("/").at(-1) !== step.id) return expired();
      const token = cookie.read(question.headers["cookie"]);
      const signedIn = token === undefined ? undefined : await checkSession(accounts, token, question.caller?.address);
      const asked: Asked = { ...parts, question, step, token, signedIn };
      if (question.method !== "POST") return show(asked);
      const form = new URLSearchParams(question.body?.toString("utf8") ?? "");
      if (!guard.isOurs(form, guardedStep(asked), question.headers["origin"])) return foreign();
      return decide(asked, form.get("step"));
    },
  };
}

/** Where the person stands: signing in comes first, and who is signed in already goes on at once. */
async function show(asked: Asked): Promise<Response> {
  const { step, signedIn, steps, question } = asked;
  if (signedIn === undefined || !isFreshEnough(step, signedIn.session)) return toSignIn(asked);
  if (signedIn.lacksFactor === true) return toSecurity();
  if (isAskedNow(asked)) return consentForm(asked, signedIn);
  return steps.signIn(question, evidenceOf(signedIn));
}

async function decide(asked: Asked, wanted: string | null): Promise<Response> {
  const { steps, question } = asked;
  if (wanted === "another") return leave(asked);
  if (!isAskedNow(asked)) return show(asked);
  if (wanted === "allow") {
    const answer = await steps.allow(question);
    tellOfApplication(asked);
    return onward(answer);
  }
  if (wanted === "deny") return onward(await steps.deny(question));
  return show(asked);
}

/** For the owner to notice if it was somebody else: once, however often it asks. */
function tellOfApplication({ accounts, step, signedIn }: Asked): void {
  if (step.isLetIn || signedIn === undefined) return;
  const { id, name } = step.client;
  tellOwner(accounts, signedIn.user.email, {
    what: `the application that calls itself "${name.trim() === "" ? id : name.trim()}" was allowed to search and read as you`,
    remedy: `end it at ${accounts.authUrl}/account/applications and set a new password at once`,
  });
}

/** Whether what is wanted now is consent, and of the person who is signed in. */
function isAskedNow({ step, signedIn }: Asked): boolean {
  const isTheirs = signedIn !== undefined && signedIn.lacksFactor !== true && signedIn.user.id === step.personId;
  return step.wanted === "consent" && isTheirs;
}

/** An application may want the person to sign in although somebody is signed in: since it asked, that is. */
function isFreshEnough({ mustSignInAnew, begunAt }: Step, { createdAt }: Session): boolean {
  return !mustSignInAnew || Date.parse(createdAt) >= begunAt.getTime();
}

function toSignIn({ question, step }: Asked): Response {
  const address = signInFor({ next: pathOf(question), email: step.loginHint, isAnew: step.mustSignInAnew });
  return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: address } });
}

/** Where a second factor is added that an organization asks for; the application begins again afterwards. */
function toSecurity(): Response {
  return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: FACTOR_FIRST } });
}

/** Another person wants to go on: whoever is signed in leaves, and the page asks anew. */
async function leave({ accounts, cookie, question, token }: Asked): Promise<Response> {
  if (token !== undefined) await signOut(accounts, token, originOf(question));
  const again = new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: pathOf(question) } });
  again.headers.append("Set-Cookie", cookie.clear());
  return again;
}

function consentForm(asked: Asked, { user }: SignedIn): Response {
  const { client, scopes } = asked.step;
  const guard = asked.guard.field(guardedStep(asked));
  return new Response(consentPage({ guard, client, email: user.email, scopes }), { headers: PAGE_HEADERS });
}

/** A form is good for one step, of one person. */
function guardedStep({ step, signedIn }: Asked): string {
  return `${step.id} ${step.wanted} ${signedIn?.session.id ?? ""}`;
}

/** What the library redirects to is an address of its own, which is left for the browser to go on to. */
function onward(redirect: Response): Response {
  const { pathname, search } = new URL(redirect.headers.get("location") ?? "");
  const page = new Response(onwardDocument(`${pathname}${search}`), { headers: PAGE_HEADERS });
  for (const cookie of redirect.headers.getSetCookie()) page.headers.append("Set-Cookie", cookie);
  return page;
}

function pathOf({ target }: Question): string {
  return target.split("?")[0] ?? "";
}

function evidenceOf({ user, session }: SignedIn): Parameters<Steps["signIn"]>[1] {
  return { personId: user.id, methods: METHODS[session.method], at: new Date(session.createdAt) };
}

/** In the words of RFC 8176. */
export const METHODS: Readonly<Record<Session["method"], readonly string[]>> = {
  password: ["pwd"],
  "password+code": ["pwd", "otp", "mfa"],
  "password+recovery": ["pwd", "mfa"],
  "password+passkey": ["pwd", "pop", "mfa"],
  passkey: ["pop", "user", "mfa"],
  link: [],
  // How the firm made sure who it is is for the firm to say.
  firm: [],
};

function originOf({ caller }: Question): Origin {
  return caller ?? { address: null, agent: null };
}

function expired(): Response {
  const text =
    "It took too long, was finished already, or was begun in another browser. Go back to the application and begin again.";
  return new Response(notePage("This sign-in is over", text), { status: 400, headers: PAGE_HEADERS });
}

function foreign(): Response {
  const text = "It did not come from this page, or from an older one. Go back and try again.";
  return new Response(notePage("This form was not taken", text), { status: 403, headers: PAGE_HEADERS });
}
