import { RESOURCE_SCOPES } from "#oauth/configuration.ts";
import { PATHS } from "#oauth/paths.ts";
import type { HttpConfig } from "./config.ts";
import type { Route } from "./routes/route.ts";

/** Where the document stands that says who lets people in to the tools at `path` (RFC 9728, section 3.1). */
export function resourceMetadataUrl({ baseUrl }: HttpConfig, path: string): string {
  return `${baseUrl}${PATHS.resourceMetadata}${path}`;
}

/** What a refusal at the tools says besides that it is one (RFC 9728, section 5.1; RFC 6750, section 3). */
export function toolsChallenge(config: HttpConfig, path: string): string {
  return `resource_metadata="${resourceMetadataUrl(config, path)}", scope="${RESOURCE_SCOPES.join(" ")}"`;
}

/**
 * A document for the service, and one for each address of the tools that names that very address: a client refuses any
 * other (RFC 9728, section 3.3). Tokens are the same for all.
 */
export function resourceMetadataRoutes(config: HttpConfig, authUrl: string, toolPaths: readonly string[]): Route[] {
  return ["", ...toolPaths].map((path) => ({
    method: "get",
    path: `${PATHS.resourceMetadata}${path}`,
    handle: (c) => {
      c.header("Access-Control-Allow-Origin", "*");
      c.header("Cache-Control", "public, max-age=300");
      return c.json({
        resource: `${config.baseUrl}${path}`,
        authorization_servers: [authUrl],
        scopes_supported: RESOURCE_SCOPES,
        bearer_methods_supported: ["header"],
        resource_name: "Onpoint",
        resource_documentation: `${config.baseUrl}/docs`,
      });
    },
  }));
}
