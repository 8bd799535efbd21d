import { OnpointError } from "#base/errors.ts";
import { isCluster } from "../index-lock.ts";
import type { Config, Role } from "../settings.ts";

/** The role to serve in. Throws `invalid_configuration` for one that this shape of the service has not. */
export function checkedRole(config: Config, given: Role | undefined, processes: number): Role {
  const role = given ?? config.role;
  if (role === "all") return role;
  const wanted = [
    ...(config.databaseUrl === null ? ["ONPOINT_DATABASE_URL (PostgreSQL)"] : []),
    ...(config.searchUrls === null ? ["ONPOINT_SEARCH_URL (OpenSearch)"] : []),
  ];
  if (!isCluster(config)) {
    throw new OnpointError("invalid_configuration", `the role ${role} wants ${wanted.join(" and ")}`, {
      hint: "Roles divide what several machines do; they share nothing but PostgreSQL and OpenSearch. Set both, or leave the role out: one process, or --processes on one machine, then does everything.",
    });
  }
  if (role === "follower" && processes > 1) {
    throw new OnpointError("invalid_configuration", "a follower is one process", {
      hint: "Leave --processes out. A second follower, on this machine or another, stands by for the first.",
    });
  }
  return role;
}
