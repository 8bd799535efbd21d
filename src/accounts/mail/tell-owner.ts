import { messageOf } from "#base/errors.ts";
import type { Accounts } from "../accounts.ts";
import { noticeLetter } from "./letters.ts";
import type { Notice } from "./letters.ts";

/** Tells an account's owner what happened to it, aside: it has happened, and no letter that is not sent undoes it. */
export function tellOwner(
  { errands, post, log }: Pick<Accounts, "errands" | "post" | "log">,
  to: string,
  notice: Notice,
): void {
  try {
    errands.run(async () => post.send(noticeLetter(to, notice)));
  } catch (thrown) {
    log.error({ reason: messageOf(thrown) }, "a letter that tells of an account was not sent");
  }
}
