import { expect, test } from "vitest";
import { addOwner, addUser } from "#test/accounts.ts";
import { openTestPortal } from "#test/portal.ts";

test("what happened is shown of one's own account, and of all accounts to administrators alone", async () => {
  const tested = await openTestPortal();
  const { user: owner } = await addOwner(tested.accounts);
  const { user: clerk } = await addUser(tested.accounts, "clerk@firm.example");
  const administrator = tested.browse();
  await administrator.signIn();
  const own = (await administrator.get("/account/audit")).text;
  expect(own).toContain("the account was made");
  expect(own).not.toContain(clerk.id);
  const all = (await administrator.get("/account/audit?of=all")).text;
  for (const id of [owner.id, clerk.id]) expect(all).toContain(`<code>${id}</code>`);
  const other = tested.browse();
  await other.signIn("clerk@firm.example");
  for (const path of ["/account/audit", "/account/audit?of=all", `/account/audit?of=${owner.id}`]) {
    const { text } = await other.get(path);
    expect(text).toContain("the account was made");
    expect(text).not.toContain(owner.id);
    expect(text).not.toContain("What concerns all accounts");
  }
});
