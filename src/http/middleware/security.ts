import { cors } from "hono/cors";
import type { HttpConfig } from "../config.ts";
import type { AppMiddleware } from "../context.ts";
import { CONTENT_POLICY } from "#web/skeleton.ts";

/**
 * What browsers are told with every answer. Set before the answer is made: a header set on a finished answer makes
 * the framework copy it, which at a dozen headers cost as much as the look-up itself.
 */
export function securityHeaders(config: HttpConfig): AppMiddleware {
  const headers = Object.entries({
    "Content-Security-Policy": CONTENT_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(config.baseUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=15552000" } : {}),
  });
  return async (c, next) => {
    for (const [name, value] of headers) c.header(name, value);
    await next();
  };
}

/** Lets pages of the configured origins call the API; without any, browsers keep all others out. */
export function crossOrigin(config: HttpConfig): AppMiddleware {
  return cors({
    origin: config.corsOrigins.includes("*") ? "*" : [...config.corsOrigins],
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Authorization", "Content-Type", "Onpoint-Matter", "X-Request-Id"],
    exposeHeaders: ["RateLimit", "RateLimit-Policy", "Retry-After", "Server-Timing", "X-Request-Id", "ETag"],
    maxAge: 3600,
  });
}

/** The same for the tools, whose clients send headers of their protocol and read why they were refused. */
export function crossOriginTools(config: HttpConfig): AppMiddleware {
  return cors({
    origin: config.corsOrigins.includes("*") ? "*" : [...config.corsOrigins],
    allowMethods: ["GET", "POST"],
    allowHeaders: [
      "Accept",
      "Authorization",
      "Content-Type",
      "Last-Event-ID",
      "Mcp-Method",
      "Mcp-Name",
      "Mcp-Protocol-Version",
      "Mcp-Session-Id",
      "Onpoint-Matter",
      "X-Request-Id",
    ],
    exposeHeaders: ["RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate", "X-Request-Id"],
    maxAge: 3600,
  });
}
