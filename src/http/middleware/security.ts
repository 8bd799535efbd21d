import { cors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import type { HttpConfig } from "../config.ts";
import type { AppMiddleware } from "../context.ts";
import { STYLE_HASH } from "../pages/layout.ts";

/** No page of ours runs a script or loads anything; the one style sheet stands in the page and is known by its hash. */
export function securityHeaders(config: HttpConfig): AppMiddleware {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: [`'${STYLE_HASH}'`],
      imgSrc: ["data:"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: "no-referrer",
    strictTransportSecurity: config.baseUrl.startsWith("https:"),
    xFrameOptions: "DENY",
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
}

/** Lets pages of the configured origins call the API; without any, browsers keep all others out. */
export function crossOrigin(config: HttpConfig): AppMiddleware {
  return cors({
    origin: config.corsOrigins.includes("*") ? "*" : [...config.corsOrigins],
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Authorization", "Content-Type", "X-Request-Id"],
    exposeHeaders: ["RateLimit", "RateLimit-Policy", "Retry-After", "Server-Timing", "X-Request-Id", "ETag"],
    maxAge: 3600,
  });
}
