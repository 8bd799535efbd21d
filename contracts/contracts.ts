import { httpV1 } from "./http-v1/http-v1.ts";
import type { Contract } from "./wire.ts";

/** Every contract this service speaks. */
export const CONTRACTS: readonly Contract[] = [httpV1];
