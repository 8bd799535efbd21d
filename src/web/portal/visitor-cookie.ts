import { isTokenText, newToken } from "#accounts/tokens.ts";

/**
 * Tells browsers apart in which nobody is signed in, so that a form to sign in with is good in the browser it was shown
 * in alone.
 */
export type VisitorCookie = {
  readonly read: (cookies: string | undefined) => string | undefined;
  /** A new one, and the header that sets it. */
  readonly make: () => { readonly visitor: string; readonly header: string };
};

/** @param serviceUrl over https the cookie takes the prefix that no other host can set (RFC 6265bis) */
export function visitorCookie(serviceUrl: string): VisitorCookie {
  const isSecure = serviceUrl.startsWith("https:");
  const name = isSecure ? "__Host-onpoint-visit" : "onpoint-visit";
  return {
    read: (cookies) => {
      const found = (cookies ?? "").split(";").flatMap((pair) => {
        const [key, value = ""] = pair.trim().split("=", 2);
        return key === name && isTokenText(value) ? [value] : [];
      });
      return found.length === 1 ? found[0] : undefined;
    },
    make: () => {
      const visitor = newToken();
      const header = `${name}=${visitor}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
      return { visitor, header };
    },
  };
}
