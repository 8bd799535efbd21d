import { accepts } from "hono/accepts";
import type { AppContext } from "./context.ts";

/** Whether who asks is a browser that would rather have a page than JSON. */
export function wantsPage(c: AppContext): boolean {
  const wanted = accepts(c, {
    header: "Accept",
    supports: ["application/json", "text/html"],
    default: "application/json",
  });
  return wanted === "text/html";
}
