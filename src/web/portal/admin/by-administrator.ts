import type { By } from "#accounts/users/admins.ts";
import type { OwnVisit } from "../page.ts";

/** Who changes what is not their own. */
export function byAdministrator({ signedIn, origin }: OwnVisit): By {
  return { actorId: signedIn.user.id, origin };
}

export function textOf({ form }: OwnVisit, name: string): string {
  return form.get(name) ?? "";
}
