import { asSentence } from "#base/as-sentence.ts";
import { OnpointError } from "#base/errors.ts";
import type { PagedBrief } from "#briefs/briefs.ts";
import { InTurn } from "#base/in-turn.ts";
import { CHECKED_TEXT_CHARS_MAX } from "#contracts/http-v1/schema/citations-check.ts";
import { addressesUnder } from "#research/address.ts";
import { readBytes } from "../body.ts";
import type { HttpConfig } from "../config.ts";
import { addressOf, timed } from "../context.ts";
import type { AppContext } from "../context.ts";
import { checkPage } from "../pages/check-page.ts";
import type { CheckPage } from "../pages/check-page.ts";
import { requirePage } from "../page-wanted.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

/** What checks made on the page are noted under. */
const CALL = "brief check";
const ADDRESS_OF = addressesUnder(".");
const FILE_MEGABYTES_MAX = 10;
/** The file, the text beside it and what parts them. */
const FORM_BYTES_MAX = (FILE_MEGABYTES_MAX + 2) * 1024 * 1024;
/** Each holds a file of some megabytes while it is read. */
const AT_ONCE = { atOnce_max: 4, waitingPerOwner_max: 4, name: "brief" };
const LIMITS: CheckPage["limits"] = { chars_max: CHECKED_TEXT_CHARS_MAX, file_megabytes_max: FILE_MEGABYTES_MAX };

/** Refusals that are about what was sent, and are shown above the form. */
const ABOUT_TEXT: Readonly<Record<string, 413 | 422 | 429 | 503>> = {
  invalid_input: 422,
  too_costly: 422,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

/** The page on which a brief is checked: a form, and the answer to it. Nothing of it is kept. */
export function checkRoutes(services: Services, config: HttpConfig): readonly Route[] {
  const inTurn = new InTurn(AT_ONCE);
  const get: Route = {
    method: "get",
    path: "/check",
    handle: async (c) => {
      requirePage(c, config);
      return show(c, undefined);
    },
  };
  const post: Route = {
    ...get,
    method: "post",
    handle: async (c) => {
      requirePage(c, config);
      requireOwnForm(c, config);
      const owner = c.get("principal").kind === "user" ? c.get("principal").id : addressOf(c, config.trustProxy);
      return inTurn.run(owner, c.req.raw.signal, async () => {
        const { text, file } = await readForm(c);
        const checked = await check(services, c, text, file).catch((thrown: unknown) => refusalOf(c, thrown, text));
        return show(c, checked);
      });
    },
  };
  return [get, post];
}

async function show(c: AppContext, answer: CheckPage["answer"]): Promise<Response> {
  const isSignedIn = c.get("principal").kind === "user";
  c.header("Cache-Control", "no-store");
  // Without a referrer a browser sends no origin with the form either.
  c.header("Referrer-Policy", "same-origin");
  const page = checkPage({ answer, addressOf: ADDRESS_OF, isSignedIn, limits: LIMITS });
  return respond(c, "text/html; charset=utf-8", page);
}

async function check(
  services: Services,
  c: AppContext,
  typed: string,
  file: File | null,
): Promise<CheckPage["answer"]> {
  const { research, calls } = services;
  const brief = file === null ? pasted(typed) : await timed(c, "read", async () => fileText(services, file));
  const { text } = brief;
  if (text.trim() === "")
    throw new OnpointError("invalid_input", "there is no text", { hint: "Paste a text or choose a file." });
  if (text.length > CHECKED_TEXT_CHARS_MAX) {
    const message = `the text has ${text.length.toLocaleString("en-US")} characters; at most ${CHECKED_TEXT_CHARS_MAX.toLocaleString("en-US")} are checked at once`;
    throw new OnpointError("too_large", message, { hint: "Check it in parts." });
  }
  const principal = c.get("principal");
  const checked = await timed(c, "check", async () => research.checkBrief(principal, text));
  calls?.record(principal, CALL);
  return {
    title: file === null ? "Result" : file.name.slice(0, 120),
    brief,
    checked,
    day: new Date().toISOString().slice(0, 10),
  };
}

async function fileText({ readBrief }: Services, file: File): Promise<PagedBrief> {
  if (readBrief === undefined)
    throw new OnpointError("unavailable", "files are not read here", { hint: "Paste the text." });
  if (file.size > FILE_MEGABYTES_MAX * 1024 * 1024)
    throw new OnpointError("too_large", `the file is larger than ${FILE_MEGABYTES_MAX} MB`, {
      hint: "Save it without pictures, or check it in parts.",
    });
  return readBrief(new Uint8Array(await file.arrayBuffer()), "the file");
}

/** What is pasted has no pages. */
function pasted(text: string): PagedBrief {
  return { text, pageStarts: [], pagesEnd: 0 };
}

function refusalOf(c: AppContext, thrown: unknown, typed: string): CheckPage["answer"] {
  const status = thrown instanceof OnpointError ? ABOUT_TEXT[thrown.code] : undefined;
  if (!(thrown instanceof OnpointError) || status === undefined) throw thrown;
  c.status(status);
  const { message, hint } = thrown;
  return { message: asSentence(message), hint: hint === undefined ? undefined : asSentence(hint), typed };
}

/** A form that a browser sends from another site's page is told by its origin, and by `Sec-Fetch-Site` where that is sent. */
function requireOwnForm(c: AppContext, { baseUrl }: HttpConfig): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const host = origin === undefined ? undefined : URL.parse(origin)?.host;
  const isOurs = host !== undefined && (host === c.req.header("host") || host === new URL(baseUrl).host);
  if (isOurs && (site === undefined || site === "same-origin")) return;
  throw new HttpProblem("forbidden", "this form did not come from the page of this service", {
    hint: "Open the page to check a brief anew, and send it from there.",
  });
}

async function readForm(c: AppContext): Promise<{ readonly text: string; readonly file: File | null }> {
  const type = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/iu.test(type)) {
    throw new HttpProblem("unsupported_media_type", "this is no form", {
      hint: "send Content-Type: multipart/form-data",
    });
  }
  const bytes = await readBytes(c, FORM_BYTES_MAX);
  const form = await new Response(bytes as ArrayBuffer, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new HttpProblem("invalid_input", "this form cannot be read", { cause });
    });
  const [text, file] = [form.get("text"), form.get("file")];
  return {
    text: typeof text === "string" ? text.replaceAll("\r\n", "\n") : "",
    // A browser sends an empty file where none was chosen.
    file: file instanceof File && file.size > 0 ? file : null,
  };
}
