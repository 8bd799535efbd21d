import type { AppMiddleware } from "../context.ts";
import { nothingAnswers } from "../problem.ts";

/**
 * What another reader of the address may take for another place: dot segments, empty ones, backslashes, and letters,
 * figures, dots or slashes that are written as percent and code.
 */
const UNPLAIN = /\/\.{1,2}(?:\/|$)|\/\/|\\|%(?:2[def]|3\d|[46][1-9a-f]|[57][\da]|5[cf]|7e|00)/iu;

/**
 * Refuses an address that is not written plainly. A rule of a proxy that opens or shuts a part of the addresses reads
 * them as they were sent; what is answered here is what such a rule has seen.
 */
export function plainPath(baseUrl: string): AppMiddleware {
  return async (c, next) => {
    const [path = ""] = (c.env?.incoming?.url ?? c.req.path).split("?");
    if (UNPLAIN.test(path)) throw nothingAnswers(path, baseUrl);
    await next();
  };
}
