import type { Hono } from "hono";
import { TOOL_PATHS } from "#mcp/addresses.ts";
import { RESOURCE_SCOPES } from "#oauth/configuration.ts";
import { PATHS } from "#oauth/paths.ts";
import type { HttpConfig } from "./config.ts";
import { enterRoute } from "./context.ts";
import type { AppEnv } from "./context.ts";
import { HttpProblem } from "./problem.ts";

/** Where the document stands that says who lets people in to the tools at `path` (RFC 9728, section 3.1). */
export function resourceMetadataUrl({ baseUrl }: HttpConfig, path: string): string {
  return `${baseUrl}${PATHS.resourceMetadata}${path}`;
}

/** What a refusal at the tools says besides that it is one (RFC 9728, section 5.1; RFC 6750, section 3). */
export function toolsChallenge(config: HttpConfig, path: string): string {
  return `resource_metadata="${resourceMetadataUrl(config, path)}", scope="${RESOURCE_SCOPES.join(" ")}"`;
}

/** Addresses under which clients look for documents, those that are under an address of the tools with them. */
const WELL_KNOWN = ["/.well-known/*", ...TOOL_PATHS.map((path) => `${path}/.well-known/*`)];

/**
 * What is found out before anybody is let in is for pages of any site: a browser tells them of an answer, and of one
 * that there is none, only if it says so. A client that is told nothing stops where another address would have led on.
 */
function openToPages(app: Hono<AppEnv>): void {
  for (const path of WELL_KNOWN) {
    app.use(path, async (c, next) => {
      c.header("Access-Control-Allow-Origin", "*");
      if (c.req.method !== "OPTIONS") return next();
      c.header("Access-Control-Allow-Methods", ALLOWED);
      c.header("Access-Control-Max-Age", "3600");
      c.header("Allow", ALLOWED);
      const wanted = c.req.header("access-control-request-headers");
      if (wanted !== undefined) c.header("Access-Control-Allow-Headers", wanted);
      c.header("Vary", "Access-Control-Request-Headers");
      return c.body(null, 204);
    });
  }
}

const ALLOWED = "GET, HEAD, OPTIONS";

/**
 * A document for the service, and one for each address of the tools that names that very address: a client refuses any
 * other (RFC 9728, section 3.3). Tokens are the same for all. The address of a document may end in a slash, as that of
 * the tools may.
 */
export function mountResourceMetadata(app: Hono<AppEnv>, config: HttpConfig, authUrl: string): void {
  openToPages(app);
  for (const path of ["", ...TOOL_PATHS]) {
    const address = `${PATHS.resourceMetadata}${path}`;
    for (const spelling of [address, `${address}/`]) {
      app.get(spelling, (c) => {
        enterRoute(c, address);
        c.header("Cache-Control", "public, max-age=300");
        return c.json({
          resource: `${config.baseUrl}${path}`,
          authorization_servers: [authUrl],
          scopes_supported: RESOURCE_SCOPES,
          bearer_methods_supported: ["header"],
          resource_name: "Onpoint",
          resource_documentation: `${config.baseUrl}/docs`,
        });
      });
      app.all(spelling, (c) => {
        enterRoute(c, address);
        throw new HttpProblem("method_not_allowed", `${c.req.method.slice(0, 20)} is not answered here`, {
          hint: "use GET",
          headers: { Allow: ALLOWED },
        });
      });
    }
  }
}
