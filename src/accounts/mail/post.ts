import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { systemCodeOf } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { privateDirectory } from "#base/private-files.ts";

/** A letter to a user: plain text, which every program shows and nothing can be hidden in. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string };

/** Takes letters to where they are sent from. */
export type Post = { send(letter: Letter): Promise<void> };

const SMTP_WAIT_MS = 20_000;
const TRIES_MAX = 3;
const TRY_AGAIN_MS = 5000;
/** Letters kept as files; the oldest go first. */
const KEPT_MAX = 1000;

/** Sends letters by a mail server. One that cannot be sent after some tries is given up and logged without its content. */
export function smtpPost(url: string, from: string, log: Logger, tryAgain_ms: number = TRY_AGAIN_MS): Post {
  const transport = createTransport(
    { url, connectionTimeout: SMTP_WAIT_MS, greetingTimeout: SMTP_WAIT_MS, socketTimeout: SMTP_WAIT_MS },
    { from },
  );
  return {
    async send(letter) {
      for (let tries = 1; ; tries++) {
        try {
          await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
          return;
        } catch (thrown) {
          // What the library says may quote the letter; its code does not.
          const reason = systemCodeOf(thrown) ?? "unknown";
          if (tries === TRIES_MAX) {
            log.error({ reason }, "a letter could not be sent and was given up");
            return;
          }
          log.warn({ reason, tries }, "a letter could not be sent yet");
          await sleep(tryAgain_ms);
        }
      }
    },
  };
}

/** Keeps letters as files that a mail program opens, for a service without a mail server: readable by its owner alone. */
export function filePost(dir: string, from: string): Post {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" }, { from });
  return {
    async send(letter) {
      const { message } = await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
      privateDirectory(dir);
      const moment = new Date().toISOString().replaceAll(":", "-");
      await writeFile(join(dir, `${moment}-${randomUUID()}.eml`), message as Buffer, { mode: 0o600 });
      const names = (await readdir(dir)).filter((name) => name.endsWith(".eml")).toSorted();
      for (const name of names.slice(0, -KEPT_MAX)) await rm(join(dir, name), { force: true });
    },
  };
}
