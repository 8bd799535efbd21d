import { HttpProblem } from "../problem.ts";
import type { Route } from "./route.ts";

/** Addresses the contract has and this version does not answer from: 404 there would say that a law is not held. */
const LAWS = [
  { method: "post", path: "/laws/search" },
  { method: "post", path: "/laws/get" },
  { method: "get", path: "/laws/collections" },
] as const;

export const lawRoutes: readonly Route[] = LAWS.map((address) => ({
  ...address,
  handle: () => {
    throw new HttpProblem("unsupported", "this version has no laws, only court opinions", {
      hint: "whether a law is held cannot be told from this answer",
    });
  },
}));
