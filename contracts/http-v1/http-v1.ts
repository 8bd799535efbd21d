import { openApiShape } from "../openapi-shape.ts";
import type { Contract, HttpOperation } from "../wire.ts";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";

/** The HTTP API, version 1. */
export const httpV1: Contract<HttpOperation> = {
  name: "http-v1",
  stage: "released",
  operations: OPERATIONS,
  shape: () => openApiShape(openApiDocument({ apiUrl: "/v1", version: "1" })),
};
