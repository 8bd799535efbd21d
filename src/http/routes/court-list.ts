import { hash } from "node:crypto";
import { encodeCourtList } from "#contracts/http-v1/codec/courts.ts";
import { courtList } from "#contracts/http-v1/operations.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

/** The court table changes only with the program, so its answer is made once. */
export function courtListRoute({ research }: Services): Route {
  const body = JSON.stringify(encodeCourtList(research.allCourts()));
  // Weak, since the same tag stands for the compressed and the plain form.
  const etag = `W/"${hash("sha256", body).slice(0, 32)}"`;
  return {
    method: courtList.method,
    path: courtList.path,
    handle: async (c) => {
      c.header("ETag", etag);
      c.header("Cache-Control", "private, max-age=3600");
      if (matches(c.req.header("if-none-match"), etag)) return c.body(null, 304);
      return respond(c, "application/json", body);
    },
  };
}

/** If-None-Match (RFC 9110, section 13.1.2) compares weakly: the `W/` does not count. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const opaque = etag.replace(/^W\//u, "");
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//u, "") === opaque);
}
