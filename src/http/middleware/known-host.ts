import { isIP } from "node:net";
import type { HttpConfig } from "../config.ts";
import type { AppMiddleware } from "../context.ts";
import { HttpProblem } from "../problem.ts";

/**
 * Keeps out pages that reach the service under a name of their own: whoever holds a name can let it lead to any
 * address, this machine's too, and a browser then takes the service for a part of the page. Only a name can be turned
 * so: addresses in figures are let through. Behind a trusted proxy the host is the proxy's affair.
 */
export function knownHost({ baseUrl, apiUrl, authUrl, corsOrigins, trustProxy }: HttpConfig): AppMiddleware {
  const hosts = new Set(["localhost", ...[baseUrl, apiUrl, authUrl].map((url) => new URL(url).hostname)]);
  const origins = new Set([new URL(baseUrl).origin, new URL(authUrl).origin, ...corsOrigins]);
  return async (c, next) => {
    const host = hostnameOf(c.req.header("host") ?? "");
    const isKnown = host !== undefined && (hosts.has(host) || isIP(host.replace(/^\[|\]$/gu, "")) !== 0);
    if (!isKnown && !trustProxy) {
      throw new HttpProblem("forbidden", "this service is not called by that host name", {
        hint: `it is called ${new URL(baseUrl).host}; ONPOINT_BASE_URL sets that`,
      });
    }
    const origin = c.req.header("origin");
    if (origin !== undefined && !origins.has("*") && !origins.has(origin)) {
      throw new HttpProblem("forbidden", "pages of this origin may not call the service", {
        hint: "ONPOINT_CORS_ORIGINS lists those that may",
      });
    }
    await next();
  };
}

function hostnameOf(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname;
}
