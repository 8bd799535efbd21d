import { expect, test } from "vitest";
import type { Given } from "./given.ts";

/** Who may ask, and where. */
export function keyChecks(given: () => Given): void {
  test("every operation of the document wants a key, under v1", async () => {
    const { real } = given();
    const operations = Object.entries(real.document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => [method, path] as const),
    );
    expect(operations.length).toBeGreaterThanOrEqual(7);
    for (const [method, path] of operations) {
      const body = method === "post" ? {} : undefined;
      for (const Authorization of ["", "Bearer nobody", `Basic ${real.key}`]) {
        const answer = await real.raw(`/v1${path}`, body, { Authorization });
        expect([answer.status, answer.json?.["code"]], `${path} ${Authorization}`).toEqual([401, "unauthorized"]);
      }
      expect((await real.raw(path, body)).status, path).toBe(404);
    }
  });

  test("the document names the addresses the specification names, as far as they are built", () => {
    const { paths } = given().real.document;
    const built = {
      "/search": "post",
      "/opinions/get": "post",
      "/court/get": "post",
      "/court/list": "get",
      "/laws/search": "post",
      "/laws/get": "post",
      "/laws/collections": "get",
      "/me": "get",
    };
    for (const [path, method] of Object.entries(built)) expect(Object.keys(paths[path] ?? {})).toEqual([method]);
  });

  test("who has the key is told", async () => {
    const { real } = given();
    const me = await real.ask<{ readonly userId: string; readonly subscriptionStatus: string }>("/me");
    expect(me.userId).toMatch(/^[0-9a-f-]{36}$/u);
    expect(me.subscriptionStatus).toBe("active");
  });
}
