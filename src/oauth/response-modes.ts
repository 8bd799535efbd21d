import type { KoaContextWithOIDC, Provider } from "oidc-provider";

/** How an application may be answered through the browser. */
export const RESPONSE_MODES = ["query", "form_post"] as const;

/**
 * The library's own page of `form_post` stands under this name no longer: its script is one that the policy of our pages
 * refuses. `plainAuthorization` puts ours in its place.
 */
export const POSTED = "onpoint_form_post";

type Fields = Readonly<Record<string, string>>;
type ResponseMode = (ctx: KoaContextWithOIDC, redirectUri: string, fields: Fields) => void;
/** What the library has and its types do not name. */
type WithModes = {
  readonly registerResponseMode: (name: string, handler: ResponseMode) => void;
  readonly Client: { readonly prototype: { responseModeAllowed: (mode: string, responseType: string) => boolean } };
};

const WEB = new Set(["https:", "http:"]);

/**
 * Has every application answered by either mode, whenever it registered: by `form_post` with a page of ours, under a policy
 * that lets its one form go to the application and wherever that leads on to. A program that is opened by a scheme of
 * its own can be posted nothing, and is told in the address.
 */
export function answerByForm(provider: Provider, page: (answer: { to: string; fields: Fields }) => string): void {
  const { registerResponseMode, Client } = provider as unknown as WithModes;
  registerResponseMode.call(provider, POSTED, (ctx, redirectUri, fields) => {
    const url = new URL(redirectUri);
    if (!WEB.has(url.protocol)) {
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
      ctx.status = 303;
      ctx.redirect(url.href);
      return;
    }
    ctx.status = 200;
    ctx.type = "html";
    ctx.set("Content-Security-Policy", POLICY);
    ctx.body = page({ to: redirectUri, fields });
  });
  // Of a type that there is not, it is the type that is refused.
  Client.prototype.responseModeAllowed = (mode, responseType) =>
    mode === "query" || mode === POSTED || responseType !== "code";
}

/** The grammar of the policy knows no `[::1]`, and Chromium holds each redirect behind the form to it. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action https: http:",
  "frame-ancestors 'none'",
].join("; ");
