import { canonical, normalSchema } from "./shape.ts";
import type { Body, OperationShape, Schema, Shape } from "./shape.ts";

/** What this reads of an OpenAPI 3.1 document. */
type Document = {
  readonly paths?: object | undefined;
  readonly components?: object | undefined;
  readonly security?: readonly object[] | undefined;
};
type Content = Readonly<Record<string, { readonly schema?: unknown }>>;
type DocumentOperation = {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; required?: boolean; schema?: unknown }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly object[];
};

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** What callers of an HTTP contract rely on, read from its document: not its words, examples, version or address. */
export function openApiShape(document: Document): Shape {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, DocumentOperation>)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operationShape(operation, document)] as const),
  );
  const { schemas = {} } = (document.components ?? {}) as { readonly schemas?: Readonly<Record<string, unknown>> };
  return {
    operations: Object.fromEntries(operations),
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, normalSchema(schema)])),
  };
}

function operationShape(operation: DocumentOperation, document: Document): OperationShape {
  const { requestBody } = operation;
  return {
    id: operation.operationId ?? "",
    parameters: parametersShape(operation.parameters ?? []),
    request:
      requestBody === undefined
        ? null
        : { isRequired: requestBody.required === true, body: bodyShape(requestBody.content) },
    answers: Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, answer]) => [status, bodyShape(answer.content ?? {})]),
    ),
    security: (operation.security ?? document.security ?? []).map(canonical).toSorted(),
    words: null,
  };
}

function bodyShape(content: Content): Body {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, normalSchema(schema ?? {})]));
}

function nameOf(parameter: { readonly name: string; readonly in: string }): string {
  return `${parameter.in} ${parameter.name}`;
}

function parametersShape(parameters: NonNullable<DocumentOperation["parameters"]>): Schema {
  return normalSchema({
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter), parameter.schema ?? {}])),
    required: parameters.filter(({ required }) => required === true).map(nameOf),
  });
}
