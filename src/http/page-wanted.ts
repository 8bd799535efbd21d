import { accepts } from "hono/accepts";
import type { HttpConfig } from "./config.ts";
import type { AppContext } from "./context.ts";
import { nothingAnswers } from "./problem.ts";

/** Whether who asks is a browser that would rather have a page than JSON. */
export function wantsPage(c: AppContext): boolean {
  const wanted = accepts(c, {
    header: "Accept",
    supports: ["application/json", "text/html"],
    default: "application/json",
  });
  return wanted === "text/html";
}

/**
 * For addresses that are pages for people and nothing else.
 * @throws HttpProblem 404 for whoever wants no page, and where the pages of research are off
 */
export function requirePage(c: AppContext, { pages, baseUrl }: Pick<HttpConfig, "pages" | "baseUrl">): void {
  c.header("Vary", "Accept");
  if (!wantsPage(c) || pages === "off") throw nothingAnswers(c.req.path, baseUrl);
}
