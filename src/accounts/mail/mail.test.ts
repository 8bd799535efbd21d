import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "#base/log.ts";
import { addUser, HERE, mailedToken, PASSWORD, signInAs, testAccounts } from "#test/accounts.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { resetPassword } from "../passwords/set-password.ts";
import { checkSession } from "../sessions/sessions.ts";
import { openAccount } from "../sign-in/open-account.ts";
import { changeAddress, requestAddress } from "../users/change-address.ts";
import { requestAccount, requestPassword } from "./ask-by-mail.ts";
import { filePost, smtpPost } from "./post.ts";

const LETTER = {
  to: "clerk@firm.example",
  subject: "A subject",
  text: "https://law.example/account?token=secret-of-the-letter\n",
};

describe("the post", () => {
  test("without a mail server writes files for their owner alone", async () => {
    const dir = join(await mkdtemp(join(tmpdir(), "onpoint-mail-")), "mail");
    onTestFinished(async () => rm(dir, { recursive: true }));
    await filePost(dir, "Onpoint <onpoint@firm.example>").send(LETTER);
    const [name = ""] = await readdir(dir);
    expect(name).toMatch(/\.eml$/u);
    expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(dir, name), "utf8");
    expect(text).toMatch(/^From: Onpoint <onpoint@firm\.example>$/mu);
    expect(text).toMatch(/^To: clerk@firm\.example$/mu);
    expect(text.replaceAll("=\n", "").replaceAll("=3D", "=")).toContain("token=secret-of-the-letter");
  });

  test("hands letters to a mail server, and tries again when it is busy", async () => {
    const server = await mailServer(1);
    await smtpPost(server.url, "onpoint@firm.example", createLogger({ level: "silent", format: "json" }), 1).send(
      LETTER,
    );
    expect(server.letters).toHaveLength(1);
    expect(server.letters[0]).toContain("Subject: A subject");
  });

  test("gives up after some tries, and the log has no word of the letter", async () => {
    const server = await mailServer(99);
    const lines: string[] = [];
    const log = createLogger({ level: "trace", format: "json" }, { write: (line: string) => void lines.push(line) });
    await smtpPost(server.url, "onpoint@firm.example", log, 1).send(LETTER);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      "a letter could not be sent yet",
      "a letter could not be sent yet",
      "a letter could not be sent and was given up",
    ]);
    expect(lines.join("")).not.toMatch(/secret-of-the-letter|clerk@firm/u);
  });
});

/** As much of a mail server as takes letters, after it has refused some recipients for the moment. */
async function mailServer(refusals: number): Promise<{ readonly url: string; readonly letters: string[] }> {
  const letters: string[] = [];
  let left = refusals;
  const server = createServer((socket) => {
    let body: string | undefined;
    let rest = "";
    const answer = (text: string): void => void socket.write(`${text}\r\n`);
    const take = (line: string): void => {
      if (body !== undefined && line === ".") {
        letters.push(body);
        body = undefined;
        answer("250 taken");
      } else if (body !== undefined) body += `${line}\n`;
      else if (line === "DATA") {
        body = "";
        answer("354 go on");
      } else if (line.startsWith("RCPT") && left-- > 0) answer("451 clerk@firm.example is busy");
      else if (line === "QUIT") socket.end("221 bye\r\n");
      else answer("250 yes");
    };
    answer("220 here");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, letters };
}

describeEachDatabase("letters", (store) => {
  test("an account is asked for by mail, and the page cannot tell whether there is one", async () => {
    const opened = testAccounts(await store.open());
    const { accounts, letters, hashed } = opened;
    await requestAccount(accounts, { email: "Clerk@firm.example", origin: HERE });
    const token = await mailedToken(opened, "clerk@firm.example");
    expect((await letters())[0]?.text).toContain(`https://law.example/account/sign-up?token=${token}`);
    await openAccount(accounts, { token, name: "A clerk", password: PASSWORD, origin: HERE });
    const before = hashed();
    await requestAccount(accounts, { email: "clerk@firm.example", origin: HERE });
    await requestAccount(accounts, { email: "other@firm.example", origin: HERE });
    expect(hashed()).toBe(before);
    expect((await letters()).map(({ to, subject }) => [to, subject]).slice(0, 2)).toEqual([
      ["other@firm.example", "Your account of Onpoint"],
      ["clerk@firm.example", "You have an account of Onpoint"],
    ]);
  });

  test("where only the invited come in, nobody is sent a link", async () => {
    const { accounts, letters } = testAccounts(await store.open(), { signUp: "invited" });
    await expect(requestAccount(accounts, { email: "clerk@firm.example", origin: HERE })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await letters()).toEqual([]);
  });

  test("a forgotten password is set anew by mail; who has no account gets none", async () => {
    const opened = testAccounts(await store.open());
    const { accounts, letters } = opened;
    const { token: session } = await addUser(accounts, "clerk@firm.example");
    for (const email of ["clerk@firm.example", "nobody@firm.example"])
      await requestPassword(accounts, { email, origin: HERE });
    expect((await letters()).map(({ to }) => to)).toEqual(["clerk@firm.example"]);
    const token = await mailedToken(opened, "clerk@firm.example");
    await resetPassword(accounts, { token, password: "nine grey owls at noon", origin: HERE });
    expect(await checkSession(accounts, session)).toBeUndefined();
    await signInAs(accounts, "clerk@firm.example", { password: "nine grey owls at noon" });
  });

  test("nobody is buried in letters, and nobody has many sent", async () => {
    const { accounts, letters } = testAccounts(await store.open());
    await addUser(accounts, "clerk@firm.example");
    const ask = async (address: string): Promise<string> =>
      requestPassword(accounts, { email: "clerk@firm.example", origin: { address, agent: null } }).then(
        () => "sent",
        ({ code }: { code: string }) => code,
      );
    const answers = [];
    for (let at = 0; at < 30; at++) answers.push(await ask("198.51.100.1"));
    expect(answers.filter((answer) => answer === "sent")).toHaveLength(20);
    expect(answers.at(-1)).toBe("rate_limited");
    for (let at = 0; at < 30; at++) await ask(`198.51.101.${at}`);
    expect(await letters()).toHaveLength(5);
  });

  test("a thousand who ask for accounts cost no hash, and get no more letters than there is reason for", async () => {
    const many = store.dialect === "sqlite" ? 1000 : 100;
    const { accounts, letters, hashed } = testAccounts(await store.open());
    const ask = async (email: string, address: string): Promise<boolean> =>
      requestAccount(accounts, { email, origin: { address, agent: null } }).then(
        () => true,
        () => false,
      );
    let taken = 0;
    for (let at = 0; at < many; at++) if (await ask(`user${at}@firm.example`, "198.51.100.1")) taken++;
    expect(taken).toBe(20);
    for (let at = 0; at < many; at++) await ask("one@firm.example", `203.0.${at >> 8}.${at & 255}`);
    expect((await letters()).filter(({ to }) => to === "one@firm.example")).toHaveLength(5);
    const links = await accounts.db.selectFrom("one_time_links").select("email").execute();
    expect(links).toHaveLength(21);
    expect(hashed()).toBe(0);
    expect(await accounts.db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("an address is changed by a link to the new one, and the old one is told", async () => {
    const opened = testAccounts(await store.open());
    const { accounts, letters } = opened;
    const { token } = await addUser(accounts, "clerk@firm.example");
    await addUser(accounts, "other@firm.example");
    const signedIn = (await checkSession(accounts, token))!;
    const wanted = { signedIn, present: PASSWORD, email: "New@firm.example", origin: HERE };
    await expect(requestAddress(accounts, { ...wanted, present: "no" })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await requestAddress(accounts, wanted);
    await changeAddress(accounts, await mailedToken(opened, "new@firm.example"), HERE);
    expect((await letters())[0]).toMatchObject({ to: "clerk@firm.example" });
    await signInAs(accounts, "new@firm.example");
    await requestAddress(accounts, { ...wanted, email: "other@firm.example" });
    const taken = changeAddress(accounts, await mailedToken(opened, "other@firm.example"), HERE);
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
  });

  test("nobody is buried in letters by somebody who changes their address over and over", async () => {
    const { accounts, letters } = testAccounts(await store.open());
    const { token } = await addUser(accounts, "clerk@firm.example");
    const signedIn = (await checkSession(accounts, token))!;
    const wanted = { signedIn, present: PASSWORD, email: "victim@else.example", origin: HERE };
    for (let at = 0; at < 5; at++) await requestAddress(accounts, wanted);
    await expect(requestAddress(accounts, wanted)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await letters()).toHaveLength(5);
  });

  test("links for one thing do not open another", async () => {
    const opened = testAccounts(await store.open());
    const { accounts } = opened;
    await addUser(accounts, "clerk@firm.example");
    await requestPassword(accounts, { email: "clerk@firm.example", origin: HERE });
    const token = await mailedToken(opened, "clerk@firm.example");
    const opening = openAccount(accounts, { token, name: "x", password: PASSWORD, origin: HERE });
    await expect(opening).rejects.toMatchObject({ code: "not_found" });
    await expect(changeAddress(accounts, token, HERE)).rejects.toMatchObject({ code: "not_found" });
    await resetPassword(accounts, { token, password: "nine grey owls at noon", origin: HERE });
  });
});
