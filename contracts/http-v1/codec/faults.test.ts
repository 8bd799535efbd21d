import { expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import { wordRefusal } from "./faults.ts";

const refused = (...faults: readonly Fault[]): OnpointError =>
  new OnpointError("invalid_input", "a filter names nothing that is held", { hint: "Look again.", faults });

test.each([
  ["search", "courtIds[3]", "filters.court_ids.3"],
  ["search", "jurisdictions[0]", "filters.jurisdictions.0"],
  ["search", "states[12]", "filters.states.12"],
  ["search", "dateFiled", "filters.date_filed"],
  ["search", "query", "query"],
  ["opinions-citing", "courtIds[1]", "court_ids.1"],
  ["opinions-get", "docket.courtId", "docket.court_id"],
  ["opinions-get", "docket.courtAbbreviation", "docket.court_abbreviation"],
])("of %s, %s is the member %s", (operation, path, member) => {
  expect(wordRefusal(operation, refused({ path, message: "no" })).faults).toEqual([{ path: member, message: "no" }]);
});

test("a court id like no other is answered with where the ids are", () => {
  const fault = { path: "courtIds[0]", message: "no court has the id zzz" };
  const worded = (meant: readonly string[]): string | undefined =>
    wordRefusal("search", refused({ ...fault, reason: { code: "unknown_court_id", given: "zzz", meant } })).faults[0]
      ?.message;
  expect(worded([])).toBe("no court has the id zzz; /court/list lists the ids");
  expect(worded(["zz"])).toBe("no court has the id zzz");
});

test("a message that is the first fault's has its place before it; any other stands as it is", () => {
  const fault = { path: "courtIds[1]", message: "no court is called nyds" };
  const alone = new OnpointError("invalid_input", fault.message, { faults: [fault] });
  expect(wordRefusal("opinions-citing", alone).message).toBe("court_ids.1: no court is called nyds");
  expect(wordRefusal("search", refused(fault)).message).toBe("a filter names nothing that is held");
});

test("a query that cannot be read is malformed; beside another fault it is a wrong value", () => {
  const query = { path: "query", message: "character 3: this parenthesis is never closed" };
  expect(wordRefusal("search", refused(query)).code).toBe("malformed_query");
  expect(wordRefusal("search", refused(query, { path: "dateFiled", message: "no" })).code).toBe("invalid_input");
  expect(wordRefusal("search", refused()).code).toBe("invalid_input");
});

test.each([
  [{ code: "unknown_field", filter: "publishStatus" }, "filter the request: filters.publish_status."],
  [{ code: "unknown_court", court: "mars" }, "Look again. Ids are listed by /court/list."],
  [{ code: "unknown_court", court: "mars", repaired: "court:ca9" }, "Look again."],
  [{ code: "unknown_court" }, "Look again."],
])("of %j, what would work is said by the names of the request", (reason, hint) => {
  expect(wordRefusal("search", refused({ path: "query", message: "no", reason })).hint).toContain(hint);
});

test.each([
  ["mode", "keyword", 'Ask with "mode": "keyword".'],
  ["rerank", false, 'Ask with "rerank": false.'],
])("what is not offered is told with what is: %s", (path, offered, hint) => {
  const fault = { path, message: "not here", reason: { code: "not_offered", offered } };
  const refusal = wordRefusal("search", new OnpointError("unsupported", "not here", { faults: [fault] }));
  expect(refusal).toEqual({ code: "unsupported", message: "not here", hint, faults: [] });
});
