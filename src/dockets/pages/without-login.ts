/** The receipt at the end of a page names the account that paid. */
const LOGIN = /(\bPACER(?:\s|&nbsp;)+Login:(?:\s|&nbsp;|<[^>]*>)*)([^<\s][^<]*)/giu;
const NOT_SHOWN = "(not shown)";
/** A shorter one could be any word of the page. */
const LOGIN_CHARS_MIN = 4;

/** A page without the account that paid for it. */
export function withoutLogin(page: string): string {
  const logins = new Set([...page.matchAll(LOGIN)].map(([, , login = ""]) => login.replaceAll("&nbsp;", " ").trim()));
  let shown = page.replaceAll(LOGIN, `$1${NOT_SHOWN}`);
  for (const login of logins) {
    if (login.length < LOGIN_CHARS_MIN) continue;
    // Elsewhere on the page too, but not as a part of a word or of somebody's address.
    shown = shown.replaceAll(new RegExp(`(?<![\\w@.-])${escaped(login)}(?![\\w@-])`, "gu"), NOT_SHOWN);
  }
  return shown;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
