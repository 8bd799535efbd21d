import { me } from "#contracts/http-v1/operations.ts";
import { apiRoute, type Route } from "./route.ts";

/** A key without an account answers with its own id and no subscription. */
export const meRoute: Route = apiRoute(me, async (_body, c) => ({ userId: c.get("key").id, subscriptionStatus: null }));
