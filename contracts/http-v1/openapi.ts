import { createDocument } from "zod-openapi";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { readExamples } from "./examples.ts";
import type { Example } from "./examples.ts";
import { OPERATIONS } from "./operations.ts";
import type { Operation } from "./operations.ts";
import { problem } from "./schema/problem.ts";

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of this version, as served at `apiUrl`. */
export function openApiDocument(options: { readonly apiUrl: string; readonly version: string }): OpenApiDocument {
  const examples = readExamples();
  const paths = Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.path,
      { [operation.method]: describeOperation(operation, examples) } satisfies Record<
        string,
        ZodOpenApiOperationObject
      >,
    ]),
  );
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Onpoint HTTP API",
      version: options.version,
      summary: "United States court opinions and laws: search, retrieval and courts.",
      description:
        "Requests and responses are JSON. Every operation wants `Authorization: Bearer <API_KEY>`. Errors are RFC 9457 problem details.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: options.apiUrl }],
    security: [{ apiKey: [] }],
    paths,
    components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key." } } },
  });
}

function describeOperation(operation: Operation, all: readonly Example[]): ZodOpenApiOperationObject {
  const examples = all.filter((example) => example.operationId === operation.id);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.isExtension
      ? `${operation.description} An extension of this service.`
      : operation.description,
    ...(operation.query === undefined ? {} : { requestParams: { query: operation.query } }),
    ...(operation.request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: operation.request,
                examples: Object.fromEntries(
                  examples
                    .filter((example) => example.status === 200)
                    .map((example) => [example.name, { summary: example.summary, value: example.request }]),
                ),
              },
            },
          },
        }),
    responses: {
      "200": {
        description: "The answer.",
        content: {
          "application/json": { schema: operation.response, examples: responseExamples(examples, 200) },
        },
      },
      ...(operation.answersNotFound === true && {
        "404": {
          description: "Nothing is found; the answer says so.",
          content: {
            "application/json": { schema: operation.response, examples: responseExamples(examples, 404) },
          },
        },
      }),
      ...describeProblems(operation, examples),
    },
  };
}

function describeProblems(operation: Operation, examples: readonly Example[]): ZodOpenApiResponsesObject {
  return Object.fromEntries(
    Object.entries(operation.refusals).map(([status, description]) => [
      status,
      {
        description,
        content: {
          "application/problem+json": { schema: problem, examples: responseExamples(examples, Number(status)) },
        },
      },
    ]),
  );
}

function responseExamples(
  examples: readonly Example[],
  status: number,
): Record<string, { summary: string; value: unknown }> {
  return Object.fromEntries(
    examples
      .filter((example) => example.status === status)
      .map((example) => [example.name, { summary: example.summary, value: example.response }]),
  );
}
