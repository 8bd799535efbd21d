import { describe, expect, test } from "vitest";
import { readExamples } from "./examples.ts";
import { httpV1 } from "./http-v1.ts";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";
import { problem } from "./schema/problem.ts";

const examples = readExamples();
const operations = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

describe("examples", () => {
  test.each(OPERATIONS.map(({ id }) => id))("%s has one that succeeds", (id) => {
    expect(examples.filter((example) => example.operationId === id && example.status === 200)).not.toEqual([]);
  });

  test.each(examples.map((example) => [`${example.operationId}/${example.name}`, example] as const))(
    "%s",
    (_name, example) => {
      const operation = operations.get(example.operationId);
      expect(operation).toBeDefined();
      const isAnswer = example.status === 200 || (example.status === 404 && operation?.answersNotFound === true);
      const schema = isAnswer ? operation!.response : problem;
      expect(schema.parse(example.response)).toEqual(example.response);
      if (isAnswer && operation!.request !== null) operation!.request.parse(example.request);
      if (isAnswer && operation!.query !== undefined) operation!.query.parse(example.request ?? {});
      if (!isAnswer) expect(problem.parse(example.response).status).toBe(example.status);
    },
  );
});

describe("decoding", () => {
  const decoded = examples.flatMap(({ operationId, status, request }) => {
    const decode = httpV1.codecs[operationId]?.decode as ((body: unknown) => unknown) | undefined;
    const schema = operations.get(operationId)?.request;
    return status === 200 && decode !== undefined && schema ? [decode(schema.parse(request))] : [];
  });

  test("leaves no word of the wire", () => {
    expect(decoded.length).toBeGreaterThan(8);
    const names: string[] = [];
    JSON.stringify(decoded, (name, value: unknown) => {
      names.push(name);
      return value;
    });
    expect(names.filter((name) => name.includes("_"))).toEqual([]);
  });
});

describe("the OpenAPI document", () => {
  const document = openApiDocument({ apiUrl: "https://law.example.org/v1", version: "9.9.9" });

  test("has every operation, each with a summary, an answer with an example and its refusals", () => {
    const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    expect(described).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`));
    for (const item of Object.values(document.paths ?? {})) {
      const operation = item.post ?? item.get;
      const answer = operation?.responses?.["200"] as { content: Record<string, { examples: object }> };
      expect(Object.keys(answer.content["application/json"]!.examples)).not.toEqual([]);
      expect(operation?.responses).toHaveProperty("401");
      expect(operation?.responses).toHaveProperty("429");
    }
  });

  test("refers only to what it holds", () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/gu)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(5);
    for (const name of references) expect(document.components?.schemas).toHaveProperty(name);
  });

  test("every part of every body has a type that code generators know", () => {
    const untyped: string[] = [];
    let seen = 0;
    const look = (value: unknown, place: string): void => {
      const schema = value as Record<string, unknown>;
      seen += 1;
      const choices = (schema["anyOf"] ?? []) as unknown[];
      const hasType = ["$ref", "type", "enum", "const"].some((keyword) => keyword in schema) || choices.length > 0;
      const isLoose = "oneOf" in schema || "allOf" in schema || ("type" in schema && choices.length > 0);
      if (!hasType || isLoose) untyped.push(place);
      choices.forEach((choice, index) => look(choice, `${place}|${index}`));
      if (schema["type"] === "array") look(schema["items"] ?? {}, `${place}[]`);
      const members = Object.entries(schema["properties"] ?? {});
      for (const [name, member] of members) look(member, `${place}.${name}`);
      if (schema["type"] !== "object" || members.length > 0) return;
      look(schema["additionalProperties"] ?? {}, `${place}.*`);
    };
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) look(schema, name);
    for (const item of Object.values(document.paths ?? {})) {
      const operation = item.post ?? item.get;
      const bodies = [operation?.requestBody, ...Object.values(operation?.responses ?? {})] as {
        content: Record<string, { schema: unknown }>;
      }[];
      for (const body of bodies.filter((one) => one !== undefined))
        for (const [type, { schema }] of Object.entries(body.content))
          look(schema, `${operation?.operationId} ${type}`);
    }
    expect(untyped).toEqual([]);
    expect(seen).toBeGreaterThan(150);
  });

  test("says the rule of one key in a way a machine reads", () => {
    expect(document.components?.schemas?.["OpinionsGetRequest"]).toMatchObject({
      type: "object",
      if: false,
      else: { oneOf: [{ required: ["opinion_ids"] }, { required: ["citations"] }, { required: ["docket"] }] },
      additionalProperties: false,
    });
  });
});
