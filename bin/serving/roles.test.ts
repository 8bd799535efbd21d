import { expect, test } from "vitest";
import { loadConfig } from "../settings.ts";
import { checkedRole } from "./roles.ts";

const POSTGRES = { ONPOINT_DATABASE_URL: "postgres://127.0.0.1/onpoint" };
const SEARCH = { ONPOINT_SEARCH_URL: "http://127.0.0.1:9200" };

test("a role is what the command line says, or the settings, or everything", () => {
  const both = { ...POSTGRES, ...SEARCH };
  expect(checkedRole(loadConfig({}), undefined, 1)).toBe("all");
  expect(checkedRole(loadConfig({ ...both, ONPOINT_ROLE: "api" }), undefined, 1)).toBe("api");
  expect(checkedRole(loadConfig({ ...both, ONPOINT_ROLE: "api" }), "follower", 1)).toBe("follower");
  expect(checkedRole(loadConfig({ ...both, ONPOINT_ROLE: "api" }), undefined, 4)).toBe("api");
});

test.each([
  ["neither", {}, "ONPOINT_DATABASE_URL (PostgreSQL) and ONPOINT_SEARCH_URL (OpenSearch)"],
  ["PostgreSQL alone", POSTGRES, "ONPOINT_SEARCH_URL (OpenSearch)"],
  ["OpenSearch alone", SEARCH, "ONPOINT_DATABASE_URL (PostgreSQL)"],
])("with %s a role is refused, with what it wants", (_, environment, wanted) => {
  for (const role of ["api", "follower"] as const) {
    const refused = () => checkedRole(loadConfig(environment), role, 1);
    expect(refused).toThrow(expect.objectContaining({ message: `the role ${role} wants ${wanted}` }));
    expect(refused).toThrow(expect.objectContaining({ hint: expect.stringContaining("leave the role out") as string }));
  }
});

test("a follower is one process", () => {
  const config = loadConfig({ ...POSTGRES, ...SEARCH });
  expect(() => checkedRole(config, "follower", 2)).toThrow("a follower is one process");
});
