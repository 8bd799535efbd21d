import { RecordsRefusal } from "../refusal.ts";

/** Where the services of the official records system are. */
export type Places = {
  /** The sign-in service, and the list of receipts. */
  readonly signIn: URL;
  readonly locator: URL;
  /** The site of a court: `{court}` stands for the system's code of it. */
  readonly courts: string;
};

/** Codes are letters and digits: nothing else becomes part of an address. */
export function courtSite({ courts }: Places, court: string): URL {
  if (!/^[a-z0-9]{2,12}$/u.test(court))
    throw new RecordsRefusal("unsupported_court", "this is no code of a court of the official records system");
  return new URL(courts.replaceAll("{court}", court));
}

/** An address on a page of a site; one that leads elsewhere is refused. */
export function withinSite(site: URL, page: URL, address: string): URL {
  const url = URL.parse(address, page.href);
  if (url?.origin !== site.origin || !url.pathname.startsWith(site.pathname.replace(/\/$/u, "")))
    throw new RecordsRefusal("unreadable", "a page of the court leads to another site");
  return url;
}
