import { z } from "zod";
import { COMMA_LIST, oneOf, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

const SMTP_PROTOCOLS = new Set(["smtp:", "smtps:"]);
const FROM = /^(?:[^<>@\r\n]*(?:<|(?<=\s)))?[^\s<>@]+@[^\s<>@]+>?$/u;

/** Each with its port, as `URL.origin` writes it. */
const ORIGINS = COMMA_LIST.refine(
  (list) => list.every((one) => /^https?:$/u.test(URL.parse(one)?.protocol ?? "") && URL.parse(one)?.origin === one),
  { error: "must be origins such as https://keycloak.firm.internal, comma-separated" },
);

export const ACCOUNT_SETTINGS = {
  signUp: setting({
    name: "ONPOINT_SIGN_UP",
    reads: oneOf("open", "invited"),
    fallback: "open",
    meaning: "Who may make an account: whoever can read mail at an address, or only those who are invited.",
    example: "invited",
  }),
  keysFor: setting({
    name: "ONPOINT_KEYS_FOR",
    reads: oneOf("everyone", "chosen"),
    fallback: "chosen",
    meaning:
      "Who may make API keys besides administrators: everyone, or organizations that you choose (`onpoint organizations allow-keys`).",
    example: "everyone",
  }),
  ssoPrivateIssuers: setting({
    name: "ONPOINT_SSO_PRIVATE_ISSUERS",
    reads: ORIGINS,
    fallback: [],
    meaning:
      "Origins of identity providers inside your network, comma-separated. All others are asked over https and on the public internet alone, whatever address an organization names.",
    example: "https://keycloak.firm.internal",
  }),
  smtpUrl: setting({
    name: "ONPOINT_SMTP_URL",
    // Kept as it stands: user and password are part of it.
    reads: z.string().refine((text) => SMTP_PROTOCOLS.has(URL.parse(text)?.protocol ?? ""), {
      error: "must be an address starting with smtp:// or smtps://",
    }),
    fallback: null,
    meaning:
      "The mail server for letters to users. Default: none; letters are files in `mail` under the data directory.",
    example: "smtps://user:password@mail.example.org",
    isSecret: true,
  }),
  mailFrom: setting({
    name: "ONPOINT_MAIL_FROM",
    reads: z.string().regex(FROM, "must be an address such as Onpoint <onpoint@example.org>"),
    fallback: "Onpoint <onpoint@localhost>",
    meaning: "Whom letters to users come from.",
    example: "Onpoint <onpoint@example.org>",
  }),
  sessionIdle_h: setting({
    name: "ONPOINT_SIGN_IN_IDLE_HOURS",
    reads: wholeNumber(1, 24 * 365),
    fallback: 72,
    meaning: "A sign-in that is not used ends after so long.",
    example: "12",
  }),
  sessionLife_h: setting({
    name: "ONPOINT_SIGN_IN_HOURS",
    reads: wholeNumber(1, 24 * 365),
    fallback: 720,
    meaning: "A sign-in ends after so long, however much it is used.",
    example: "24",
  }),
};
