import type { AppContext } from "./context.ts";

/**
 * Leaves a page in the window group of who opened it. An application that signs people in through a popup waits in the
 * page that opened it, and what it is called back with reaches that page only if nothing on the way there said
 * `Cross-Origin-Opener-Policy: same-origin`.
 */
export function keepOpener(c: AppContext): void {
  c.header("Cross-Origin-Opener-Policy", undefined);
}
