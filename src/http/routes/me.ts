import { encodeMe } from "#contracts/http-v1/codec/me.ts";
import { me } from "#contracts/http-v1/operations.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export const meRoute: Route = apiRoute(me, async (_body, c) => encodeMe(c.get("principal")));
