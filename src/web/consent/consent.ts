import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { checkSession, signOut } from "#accounts/sessions/sessions.ts";
import type { SignedIn } from "#accounts/sessions/sessions.ts";
import { finishSignIn, signIn } from "#accounts/sign-in/sign-in.ts";
import type { SignInOutcome } from "#accounts/sign-in/sign-in.ts";
import { OnpointError } from "#base/errors.ts";
import type { Question } from "#oauth/node-exchange.ts";
import type { Step, Steps } from "#oauth/steps.ts";
import type { FormGuard } from "../form-guard.ts";
import { formTarget, pageHeaders } from "../page.ts";
import type { SessionCookie } from "../session-cookie.ts";
import { codePage, consentPage, notePage, signInPage } from "./pages.ts";

export type ConsentParts = {
  readonly accounts: Accounts;
  readonly steps: Steps;
  readonly cookie: SessionCookie;
  readonly guard: FormGuard;
};

/** The pages on which people sign in and are asked whether an application may act for them. */
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
      if (step === undefined || !question.target.endsWith(`/${step.id}`)) return expired();
      const token = cookie.read(question.headers["cookie"]);
      const signedIn = token === undefined ? undefined : await checkSession(accounts, token);
      const asked: Asked = { ...parts, question, step, token, signedIn };
      if (question.method !== "POST") return show(asked);
      const form = new URLSearchParams(question.body?.toString("utf8") ?? "");
      if (!guard.isOurs(form, guardedStep(asked), question.headers["origin"])) return foreign();
      return decide(asked, form);
    },
  };
}

/** The page for where the person stands; somebody who is signed in already goes on at once. */
async function show(asked: Asked): Promise<Response> {
  const { step, signedIn, steps, question } = asked;
  if (signedIn === undefined || step.mustSignInAnew) return signInForm(asked, { email: step.loginHint ?? "" });
  if (step.wanted === "consent" && step.personId === signedIn.user.id) return consentForm(asked, signedIn);
  return steps.signIn(question, evidenceOf(signedIn));
}

async function decide(asked: Asked, form: URLSearchParams): Promise<Response> {
  const { step, signedIn, steps, question } = asked;
  const wanted = form.get("step");
  if (wanted === "sign-in") return signInWith(asked, form);
  if (wanted === "code") return signInWithCode(asked, form);
  if (wanted === "another") return leave(asked);
  const isAskedNow = step.wanted === "consent" && signedIn !== undefined && signedIn.user.id === step.personId;
  if (!isAskedNow) return show(asked);
  if (wanted === "allow") return steps.allow(question);
  if (wanted === "deny") return steps.deny(question);
  return show(asked);
}

async function signInWith(asked: Asked, form: URLSearchParams): Promise<Response> {
  const { accounts, question, token } = asked;
  const email = form.get("email") ?? "";
  const attempt = { email, password: form.get("password") ?? "", origin: originOf(question), replaces: token };
  try {
    const outcome = await signIn(accounts, attempt);
    return outcome.kind === "code_wanted" ? codeForm(asked, outcome.challenge) : await goOn(asked, outcome);
  } catch (thrown) {
    return signInForm(asked, { email, ...refusalIn(thrown) });
  }
}

async function signInWithCode(asked: Asked, form: URLSearchParams): Promise<Response> {
  const { accounts, question, token } = asked;
  const challenge = form.get("challenge") ?? "";
  const code = (form.get("code") ?? "").slice(0, CODE_CHARS_TRIED_MAX);
  try {
    const attempt = { challenge, code, origin: originOf(question), replaces: token };
    return await goOn(asked, await finishSignIn(accounts, attempt));
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    // The first step was too long ago: back to it.
    return refusal.status === 404 ? signInForm(asked, { email: "", ...refusal }) : codeForm(asked, challenge, refusal);
  }
}

const CODE_CHARS_TRIED_MAX = 64;

/** The browser keeps who is signed in, and goes on to what the application wants. */
async function goOn({ accounts, cookie, steps, question }: Asked, outcome: SignInOutcome): Promise<Response> {
  const answer = await steps.signIn(question, evidenceOf(outcome));
  return withCookie(answer, cookie.write(outcome.token, accounts.lives.whole_ms / 1000));
}

type Refusal = { readonly fault: string; readonly status: number };

/** What a person is told of a failure that is theirs to mend. @throws all others */
function refusalIn(thrown: unknown): Refusal {
  const status = thrown instanceof OnpointError ? STATUS_BY_CODE[thrown.code] : undefined;
  if (!(thrown instanceof OnpointError) || status === undefined) throw thrown;
  return { fault: [thrown.message, thrown.hint].filter((text) => text !== undefined).join(". "), status };
}

const STATUS_BY_CODE: Readonly<Record<string, number | undefined>> = {
  unauthorized: 401,
  not_found: 404,
  invalid_input: 422,
  rate_limited: 429,
  unavailable: 503,
};

/** Another person wants to go on: whoever is signed in leaves, and the page asks anew. */
async function leave({ accounts, cookie, question, token }: Asked): Promise<Response> {
  if (token !== undefined) await signOut(accounts, token, originOf(question));
  const again = new Response(null, { status: 303, headers: { Location: question.target.split("/").at(-1) ?? "" } });
  return withCookie(again, cookie.clear());
}

function signInForm(
  asked: Asked,
  { email, fault, status = 200 }: { readonly email: string; readonly fault?: string; readonly status?: number },
): Response {
  const { client } = asked.step;
  const text = signInPage({ guard: asked.guard.field(guardedStep(asked)), client, email: email.slice(0, 254), fault });
  return formPage(asked, text, status);
}

function codeForm(asked: Asked, challenge: string, { fault, status }: Partial<Refusal> = {}): Response {
  const guard = asked.guard.field(guardedStep(asked));
  return formPage(asked, codePage({ guard, client: asked.step.client, challenge, fault }), status ?? 200);
}

function consentForm(asked: Asked, { user }: SignedIn): Response {
  const { client, scopes } = asked.step;
  const guard = asked.guard.field(guardedStep(asked));
  return formPage(asked, consentPage({ guard, client, email: user.email, scopes }), 200);
}

/** A form is good for one step, of one person. */
function guardedStep({ step, signedIn }: Asked): string {
  return `${step.id} ${step.wanted} ${signedIn?.session.id ?? ""}`;
}

function formPage({ step }: Asked, text: string, status: number): Response {
  const target = formTarget(step.client.redirectUri);
  return new Response(text, { status, headers: pageHeaders(target === undefined ? [] : [target]) });
}

function evidenceOf({
  user,
  session,
}: Pick<SignInOutcome, "user" | "session"> | SignedIn): Parameters<Steps["signIn"]>[1] {
  return {
    personId: user.id,
    methods: METHODS[session.method],
    at: new Date(session.createdAt),
  };
}

/** In the words of RFC 8176. */
const METHODS: Readonly<Record<SignedIn["session"]["method"], readonly string[]>> = {
  password: ["pwd"],
  "password+code": ["pwd", "otp", "mfa"],
  "password+recovery": ["pwd", "mfa"],
  link: [],
};

function originOf({ caller }: Question): Origin {
  return caller ?? { address: null, agent: null };
}

function withCookie(answer: Response, cookie: string): Response {
  answer.headers.append("Set-Cookie", cookie);
  return answer;
}

function expired(): Response {
  const text =
    "It took too long, was finished already, or was begun in another browser. Go back to the application and begin again.";
  return new Response(notePage("This sign-in is over", text), { status: 400, headers: pageHeaders() });
}

function foreign(): Response {
  const text = "It did not come from this page, or from an older one. Go back and try again.";
  return new Response(notePage("This form was not taken", text), { status: 403, headers: pageHeaders() });
}
