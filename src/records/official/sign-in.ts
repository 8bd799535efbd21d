import { z } from "zod";
import { messageOf } from "#base/errors.ts";
import type { Credentials } from "../credentials/store.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { RecordsRefusal } from "../refusal.ts";
import { oneTimeCode } from "./totp.ts";

/** A session of the official records system. */
export type Token = { readonly text: string; readonly warning: string | null };

export type SignInOutcome =
  | { readonly kind: "accepted"; readonly token: Token }
  /** The service said no; asked again with the same credentials it would, until it locks the account. */
  | { readonly kind: "refused" | "expired"; readonly said: string }
  /** It did not take the one-time code, which says nothing of the next one; `either` names the password beside it. */
  | { readonly kind: "code" | "either"; readonly said: string };

export type SignInCall = {
  readonly site: URL;
  readonly credentials: Credentials;
  /** Printed on the receipts of the session. */
  readonly clientCode: string | null;
  readonly exchange: Exchange;
  /** Of which the one-time code is sent, where there are such. */
  readonly moment: Date;
  readonly timeout_ms: number;
  readonly signal?: AbortSignal | undefined;
};

type Post = Pick<SignInCall, "site" | "exchange" | "timeout_ms" | "signal">;

const ANSWER_BYTES_MAX = 64 * 1024;
const SAID_CHARS_MAX = 200;
const CODE_WORDS =
  /one.?time (?:pass(?:word|code)|pin|code)|pass.?code|\botp\b|(?:authenticat(?:or|ion)|verification|security) code/giu;

const ANSWER = z.object({
  loginResult: z.coerce.string(),
  nextGenCSO: z.string().nullish(),
  errorDescription: z.string().nullish(),
});

/**
 * Signs in. The result `0` is success, whatever description comes with it: that one is a warning. Throws
 * `RecordsRefusal` when the service cannot be asked or does not answer as it should.
 */
export async function signIn(call: SignInCall): Promise<SignInOutcome> {
  const { credentials } = call;
  const answer = ANSWER.safeParse(await post(call, "services/cso-auth", wordsOf(call)));
  if (!answer.success) throw new RecordsRefusal("unavailable", "the sign-in service answered in an unknown form");
  const { loginResult, nextGenCSO, errorDescription } = answer.data;
  const said = shown(errorDescription ?? "", credentials);
  if (loginResult === "0" && nextGenCSO != null && nextGenCSO !== "") {
    return { kind: "accepted", token: { text: nextGenCSO, warning: said === "" ? null : said } };
  }
  return { kind: refusalOf(said, credentials), said: said === "" ? "no reason was given" : said };
}

function refusalOf(said: string, { otpSecret }: Credentials): "refused" | "expired" | "code" | "either" {
  const beside = said.replaceAll(CODE_WORDS, "");
  if (/password.{0,40}expired|expired.{0,40}password|must (?:be )?change/iu.test(beside)) return "expired";
  if (otpSecret === null || !isOfCode(said)) return "refused";
  return /password|user ?name|login/iu.test(beside) ? "either" : "code";
}

/** Whether what a refusal says is of the one-time code, whatever else it names. */
export function isOfCode(said: string): boolean {
  return said.replaceAll(CODE_WORDS, "") !== said;
}

function wordsOf({ credentials, clientCode, moment }: SignInCall): Record<string, string> {
  const { loginId, password, otpSecret, isFiler } = credentials;
  return {
    loginId,
    password,
    ...(otpSecret !== null && { otpCode: oneTimeCode(otpSecret, moment) }),
    ...(isFiler && { redactFlag: "1" }),
    ...(clientCode !== null && { clientCode }),
  };
}

/** Ends a session; one that has ended already is as good. */
export async function signOut(call: Post, token: Token): Promise<void> {
  await post(call, "services/cso-logout", { nextGenCSO: token.text }).catch(() => undefined);
}

async function post(
  { site, exchange, timeout_ms, signal }: Post,
  path: string,
  words: Readonly<Record<string, string>>,
): Promise<unknown> {
  try {
    const { status, body } = await exchange({
      url: new URL(path, site),
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: Buffer.from(JSON.stringify(words)),
      timeout_ms,
      size_bytes_max: ANSWER_BYTES_MAX,
      signal,
    });
    if (status >= 500 || status === 429) throw new Error(`it answered with status ${status}`);
    return status === 204 ? undefined : JSON.parse(body.toString("utf8"));
  } catch (thrown) {
    // The cause is left out: a failure of the transport may hold what was sent.
    throw new RecordsRefusal("unavailable", `the sign-in service cannot be asked: ${reasonOf(thrown)}`);
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof SyntaxError ? "it answered in an unknown form" : messageOf(thrown).slice(0, SAID_CHARS_MAX);
}

/** What the service says, without the login and the password should it repeat them. */
function shown(said: string, { loginId, password }: Credentials): string {
  const bare = said.replaceAll(password, "…").replaceAll(loginId, "…");
  return bare
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, SAID_CHARS_MAX);
}
