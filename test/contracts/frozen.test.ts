import { describe, expect, test } from "vitest";
import { CONTRACTS } from "#contracts/contracts.ts";
import { judge, lockOf, readLock } from "#contracts/lock.ts";
import { normalSchema } from "#contracts/shape.ts";
import type { Schema, Shape } from "#contracts/shape.ts";
import type { Contract } from "#contracts/wire.ts";

test("there are contracts to hold", () => expect(CONTRACTS.map(({ name }) => name)).toContain("http-v1"));

describe.each(CONTRACTS.map((contract) => [contract.name, contract] as const))("%s", (_name, contract) => {
  test("is what its lock says; `npm run contract` takes what is added and tells what breaks", () => {
    expect(judge(contract, readLock(contract))).toEqual({ state: "same", changes: [] });
  });

  test("every operation has a codec and no other has one", () => {
    const ids = contract.operations.map(({ id }) => id);
    expect(Object.keys(contract.codecs).toSorted()).toEqual(ids.toSorted());
  });

  test("its lock holds every operation and is in normal form", () => {
    const { shape } = readLock(contract)!;
    expect(
      Object.values(shape.operations)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(contract.operations.map(({ id }) => id).toSorted());
    for (const schema of Object.values(shape.schemas)) expect(normalSchema(schema)).toEqual(schema);
  });
});

describe("a change of http-v1", () => {
  const [contract] = CONTRACTS;
  const today = contract!.shape();
  const lock = lockOf(contract!);

  /** The contract with one change in a copy of its shape. */
  function planted(change: (text: string) => string, stage: Contract["stage"] = "released"): Contract {
    const text = JSON.stringify(today);
    const changed = change(text);
    expect(changed).not.toBe(text);
    return { ...contract!, stage, shape: () => JSON.parse(changed) as Shape };
  }
  const withSchema = (name: string, change: (schema: Schema) => Schema): Contract =>
    planted((text) => {
      const shape = JSON.parse(text) as Shape;
      return JSON.stringify({ ...shape, schemas: { ...shape.schemas, [name]: change(shape.schemas[name]!) } });
    });
  const withMember = (name: string, member: string, part: Schema): Contract =>
    withSchema(name, (schema) => ({ ...schema, properties: { ...(schema["properties"] as object), [member]: part } }));

  test("a publish status more is refused, and every answer that would hold it is named", () => {
    const { state, changes } = judge(
      planted((text) => text.replaceAll('"errata",', '"errata","withdrawn",')),
      lock,
    );
    expect(state).toBe("refused");
    const what = 'value "withdrawn" was added';
    expect(changes).toEqual([
      { kind: "breaking", place: "POST /opinions/get answer 200 opinions[].publish_status", what },
      { kind: "additive", place: "POST /search request filters.publish_status", what },
      { kind: "breaking", place: "POST /search answer 200 results[].publish_status", what },
    ]);
    expect(
      judge(
        planted((text) => text.replaceAll('"errata",', '"errata","withdrawn",'), "preview"),
        lock,
      ).state,
    ).toBe("changed");
  });

  test("a status less is refused where it is asked for", () => {
    const { changes } = judge(
      planted((text) => text.replaceAll('"errata",', "")),
      lock,
    );
    expect(changes.filter(({ kind }) => kind === "breaking").map(({ place }) => place)).toEqual([
      "POST /search request filters.publish_status",
    ]);
  });

  test("an optional field of a request, a member of an answer and an endpoint are taken", () => {
    expect(judge(withMember("SearchRequest", "flatten", { type: "boolean" }), lock)).toEqual({
      state: "added",
      changes: [{ kind: "additive", place: "POST /search request flatten", what: "was added" }],
    });
    expect(judge(withMember("Opinion", "attorneys", { type: "string" }), lock).state).toBe("added");
    const more = planted((text) => text.replace('"GET /me":', '"GET /dockets/list":{"id":"x"},"GET /me":'));
    expect(judge(more, lock).changes).toEqual([{ kind: "additive", place: "GET /dockets/list", what: "was added" }]);
  });

  test.each<[string, Contract]>([
    ["a required field", withSchema("SearchRequest", (schema) => ({ ...schema, required: ["mode", "query"] }))],
    ["a narrower limit", planted((text) => text.replace('"maxLength":4096', '"maxLength":4095'))],
    ["a member that may be null", withMember("Court", "state", { type: ["null", "string"] })],
    ["a rule of one key less", withSchema("OpinionsGetRequest", (schema) => ({ ...schema, else: {} }))],
  ])("%s is refused", (_what, changed) => expect(judge(changed, lock).state).toBe("refused"));

  test("a lock that somebody rewrote by hand is damaged, and one that is not there is told", () => {
    expect(judge(contract!, { ...lock, shape: { ...lock.shape, schemas: {} } }).state).toBe("damaged");
    expect(judge(contract!, undefined).state).toBe("unlocked");
  });
});
