import { messageOf } from "#base/errors.ts";
import type { ReadinessCheck } from "../services.ts";
import type { Route } from "./route.ts";

/** A check that has not answered by then counts as failed. */
const CHECK_TIMEOUT_MS = 2000;

/** The process answers. */
export const healthRoute: Route = {
  method: "get",
  path: "/healthz",
  handle: (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ status: "ok" });
  },
};

/** Requests can be sent here: everything behind the service answers, and it is not stopping. */
export function readyRoute(checks: readonly ReadinessCheck[], isDraining: () => boolean): Route {
  return {
    method: "get",
    path: "/readyz",
    handle: async (c) => {
      const results = await Promise.all(checks.map(runCheck));
      const isReady = !isDraining() && results.every((result) => result.status === "ok");
      c.header("Cache-Control", "no-store");
      return c.json(
        { status: isReady ? "ready" : isDraining() ? "stopping" : "not ready", checks: results },
        isReady ? 200 : 503,
      );
    },
  };
}

type CheckResult = { readonly name: string; readonly status: "ok" | "failed"; readonly detail: string };

async function runCheck({ name, check }: ReadinessCheck): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    return { name, status: "ok", detail: await Promise.race([check(), late]) };
  } catch (thrown) {
    return { name, status: "failed", detail: messageOf(thrown) };
  } finally {
    clearTimeout(timer);
  }
}
