import { join } from "node:path";
import { openAccounts } from "#accounts/accounts.ts";
import type { Accounts } from "#accounts/accounts.ts";
import { filePost, smtpPost } from "#accounts/mail/post.ts";
import type { Db } from "#db/connection.ts";
import type { Context } from "../context.ts";
import type { Place } from "./place.ts";

const HOUR_MS = 3_600_000;

/** The accounts as the settings have them, with letters that go out by mail or into files. */
export function openServedAccounts({ config, log }: Context, db: Db, { authUrl }: Pick<Place, "authUrl">): Accounts {
  const { smtpUrl, mailFrom, dataDir, signUp, keysFor } = config;
  return openAccounts({
    db,
    log,
    authUrl,
    signUp,
    keysFor,
    requests_max: { perMinute: config.rateLimitPerMinute, burst: config.rateLimitBurst },
    lives: { idle_ms: config.sessionIdle_h * HOUR_MS, whole_ms: config.sessionLife_h * HOUR_MS },
    post: smtpUrl === null ? filePost(join(dataDir, "mail"), mailFrom) : smtpPost(smtpUrl, mailFrom, log),
  });
}
