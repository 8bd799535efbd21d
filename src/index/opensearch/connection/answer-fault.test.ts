import { describe, expect, test } from "vitest";
import { AnswerFault } from "./answer-fault.ts";

const failure = (type: string, reason: string, more: object = {}): object => ({
  root_cause: [{ type, reason }],
  type,
  reason,
  ...more,
});
const ofShards = (type: string, reason: string): object => ({
  root_cause: [{ type, reason }],
  type: "search_phase_execution_exception",
  reason: "all shards failed",
  phase: "query",
  grouped: true,
  failed_shards: [{ shard: 0, index: "onpoint-1", node: "a", reason: { type, reason } }],
});
const NOT_STARTED =
  "CurrentState[RECOVERING] operations only allowed when shard state is one of [POST_RECOVERY, STARTED]";
const NO_SHARDS = {
  ...failure("search_phase_execution_exception", "all shards failed"),
  root_cause: [],
  failed_shards: [],
};

const faultOf = (status: number, error: unknown): AnswerFault => new AnswerFault({ status, body: { error, status } });

describe("what a cluster says while it starts, moves shards or is too busy passes", () => {
  test.each([
    [
      "a state that is not recovered",
      503,
      failure("cluster_block_exception", "blocked by: [SERVICE_UNAVAILABLE/1/x];"),
    ],
    ["no manager", 503, failure("cluster_manager_not_discovered_exception", "")],
    ["no shard yet", 503, NO_SHARDS],
    ["some shards not yet", 503, { ...NO_SHARDS, caused_by: failure("search_phase_execution_exception", "rejected") }],
    ["a shard not found", 404, ofShards("shard_not_found_exception", "no such shard")],
    ["a shard that starts", 404, ofShards("illegal_index_shard_state_exception", NOT_STARTED)],
    [
      "word vectors of a shard that starts",
      500,
      failure("exception", "failed to execute term vector request", {
        caused_by: { type: "illegal_index_shard_state_exception", reason: NOT_STARTED },
      }),
    ],
    ["a node that went away", 500, ofShards("node_disconnected_exception", "disconnected")],
    ["a node that goes away", 500, failure("node_closed_exception", "node closed")],
    ["a full queue", 429, ofShards("rejected_execution_exception", "rejected execution")],
    ["memory", 429, failure("circuit_breaking_exception", "[parent] Data too large", { durability: "TRANSIENT" })],
    ["a search that was ended for others", 500, ofShards("task_cancelled_exception", "cancelled task")],
    ["disks that are full", 429, failure("cluster_block_exception", "index [x] blocked by: [TOO_MANY_REQUESTS/12/x];")],
  ])("%s", (_, status, error) => {
    expect(faultOf(status, error)).toMatchObject({ code: "unavailable", isPassing: true, isIndexGone: false });
  });
});

describe("what is not there is told apart", () => {
  test.each([
    ["no such index", 404, failure("index_not_found_exception", "no such index [x]"), true, true],
    [
      "an index that another took the place of",
      404,
      ofShards("index_not_found_exception", "no such index"),
      true,
      false,
    ],
    ["what was held open", 404, ofShards("search_context_missing_exception", "No search context found"), true, false],
    ["an alias", 404, "alias [x] missing", false, false],
  ])("%s", (_, status, error, isMissing, isIndexGone) => {
    const code = isMissing ? "unavailable" : "internal";
    expect(faultOf(status, error)).toMatchObject({ isPassing: false, isMissing, isIndexGone, code });
  });
});

describe("what an operator has to see to is said", () => {
  test.each([
    ["a closed index", 400, failure("index_closed_exception", "closed"), /closed or blocked/u],
    ["a blocked index", 403, failure("cluster_block_exception", "index [x] blocked by: [FORBIDDEN/5/x];"), /disks/u],
    ["no rights", 403, failure("security_exception", "no permissions for [x]"), /user and password/u],
    ["no such user", 401, "Unauthorized", /user and password/u],
    ["a proxy that takes little", 413, "Request Entity Too Large", /let it take 16/u],
  ])("%s", (_, status, error, hint) => {
    expect(faultOf(status, error)).toMatchObject({
      code: "unavailable",
      isPassing: false,
      hint: expect.stringMatching(hint) as string,
    });
  });
});

describe("the rest is a fault of what was asked", () => {
  test.each([
    ["a query it does not take", 400, ofShards("query_shard_exception", "failed to create query")],
    ["a script that fails", 500, ofShards("script_exception", "runtime error")],
    ["more buckets than it takes", 503, ofShards("too_many_buckets_exception", "Trying to create too many buckets")],
  ])("%s", (_, status, error) => {
    expect(faultOf(status, error)).toMatchObject({ code: "internal", isPassing: false, isMissing: false });
  });
});

test.each([200, 302, 404, 405])("%d with a page of the web is no answer of OpenSearch", (status) => {
  const fault = new AnswerFault({ status, body: "<html>Welcome</html>" });
  const hint = expect.stringMatching(/host and the port/u) as string;
  expect(fault).toMatchObject({ code: "unavailable", isPassing: false, isMissing: false, hint });
});

test("each reason is told once, and of what is no JSON the beginning", () => {
  expect(faultOf(404, ofShards("a", "gone")).message).toBe("the search cluster answered 404: gone; all shards failed");
  expect(faultOf(404, "alias [x] missing").reasons).toEqual(["alias [x] missing"]);
  expect(new AnswerFault({ status: 502, body: `<html>${"x".repeat(400)}` }).inWords).toMatch(/^502: <html>x{194}$/u);
  expect(faultOf(503, failure("a", "")).message).toBe("the search cluster answered 503");
});
