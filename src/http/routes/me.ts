import { me } from "#contracts/http-v1/operations.ts";
import { apiRoute, type Route } from "./route.ts";

export function meRoute(): Route {
  return apiRoute(me, async (_body, c) => {
    const { keyId, userId, subscriptionStatus } = c.get("caller");
    return { userId: userId ?? keyId, subscriptionStatus };
  });
}
