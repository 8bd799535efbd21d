import type { OpenApiDocument } from "#contracts/http-v1/openapi.ts";
import type { TriedOperation } from "#web/portal/service.ts";
import { jsonText } from "./pages/json-text.ts";

type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: {
    readonly content: {
      readonly "application/json": { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
    };
  };
};

/** The operations of the API as people try them in the portal, each with its first example. */
export function triedOperations(document: OpenApiDocument, apiUrl: string): TriedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Described>>).map(
      ([method, { operationId, summary, requestBody }]) => {
        const [example] = Object.values(requestBody?.content["application/json"].examples ?? {});
        return {
          id: operationId,
          method: method === "get" ? "GET" : "POST",
          url: `${apiUrl}${path}`,
          summary,
          example: requestBody === undefined ? null : jsonText(example?.value ?? {}),
        };
      },
    ),
  );
}
