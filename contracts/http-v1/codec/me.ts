import type { z } from "zod";
import type { meResponse } from "../schema/me.ts";

type Asking = { readonly id: string; readonly plan: { readonly status: string } | null };

/** A key without an account answers with its own id and is always `active`. */
export function encodeMe({ id, plan }: Asking): z.output<typeof meResponse> {
  return { userId: id, subscriptionStatus: plan?.status ?? "active" };
}
