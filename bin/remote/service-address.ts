import { OnpointError } from "#base/errors.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const TOOLS = /\/mcp(?:\/v\d+)?\/?$/u;

/**
 * The public address of a service from what somebody typed: that address itself, or the one of its tools. Throws
 * `invalid_input` for what is no address, or would carry a token over the network in the clear.
 */
export function serviceAddress(typed: string): string {
  const url = URL.parse(typed);
  const fault = url === null ? "is no address" : faultOf(url);
  if (url === null || fault !== undefined)
    throw new OnpointError("invalid_input", `${JSON.stringify(typed)} ${fault ?? ""}`, {
      hint: "Give the address of the service, such as https://law.example.",
    });
  return `${url.origin}${url.pathname.replace(TOOLS, "").replace(/\/$/u, "")}`;
}

/** Whether an address is on this machine, where nobody listens on the way. */
export function isOnLoopback(address: string): boolean {
  return LOOPBACK.has(new URL(address).hostname);
}

function faultOf(url: URL): string | undefined {
  if (url.username !== "" || url.password !== "") return "holds a user name";
  if (url.search !== "" || url.hash !== "") return "holds more than an address";
  if (url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname))) return undefined;
  return "must begin with https://";
}
