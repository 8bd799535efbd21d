import { isIP } from "node:net";
import { OnpointError } from "#base/errors.ts";
import { RecordsRefusal } from "../refusal.ts";

/** Where requests may go: the places that are configured, and the hosts that those may lead on to. */
export type Allowed = {
  readonly api: URL;
  readonly files: readonly URL[];
  /** Names, or `*.` and a name for any one label in front of it. */
  readonly redirects: readonly string[];
};

/** Throws `invalid_configuration` for what is no address, or would be asked in the clear. */
export function readAllowed(given: {
  readonly archiveUrl: string;
  readonly archiveFiles: readonly string[];
  readonly archiveRedirects: readonly string[];
}): Allowed {
  const redirects = given.archiveRedirects.map((host) => host.toLowerCase());
  const odd = redirects.find((host) => !/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/u.test(host));
  if (odd !== undefined) throw bad(`${odd} is no name of a host`);
  return { api: place(given.archiveUrl), files: given.archiveFiles.map(place), redirects };
}

/** Refuses an address that is none of those. A redirect may go to a place itself, or to a host that is named for it. */
export function checkAllowed({ api, files, redirects }: Allowed, url: URL): void {
  const isPlace = [api, ...files].some(
    (one) => one.origin === url.origin && url.pathname.startsWith(one.pathname.replace(/\/?$/u, "/")),
  );
  const isNamed =
    url.protocol === "https:" && url.port === "" && redirects.some((pattern) => fits(pattern, url.hostname));
  if ((!isPlace && !isNamed) || url.username !== "" || url.password !== "")
    throw new RecordsRefusal("unavailable", `the archive leads to ${url.host}, which is not one of its hosts`);
}

function fits(pattern: string, host: string): boolean {
  if (!pattern.startsWith("*.")) return host === pattern;
  const [label = "", ...others] = host.split(".");
  return label !== "" && others.join(".") === pattern.slice(2);
}

/** Ends in a slash, so that what follows is below it. In the clear only to an address the operator wrote as one. */
function place(text: string): URL {
  const url = URL.parse(text.replace(/\/?$/u, "/"));
  if (url === null || !["http:", "https:"].includes(url.protocol)) throw bad(`${text} is not an address`);
  if (url.protocol === "http:" && isIP(url.hostname.replace(/^\[|\]$/gu, "")) === 0)
    throw bad(`${text} would be asked without encryption`);
  return url;
}

function bad(fault: string): OnpointError {
  return new OnpointError("invalid_configuration", `the public archive: ${fault}`, {
    hint: "docs/operating/court-records.md has its settings.",
  });
}
