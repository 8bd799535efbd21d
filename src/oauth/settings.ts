import { oneOf, wholeNumber } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

export const OAUTH_SETTINGS = {
  oauthRegistration: setting({
    name: "ONPOINT_OAUTH_REGISTRATION",
    reads: oneOf("open", "closed"),
    fallback: "open",
    meaning:
      "Whether applications may register by themselves (RFC 7591). `closed`: only those made known with `onpoint oauth clients create`.",
    example: "closed",
  }),
  oauthClientDocuments: setting({
    name: "ONPOINT_OAUTH_CLIENT_DOCUMENTS",
    reads: oneOf("open", "closed"),
    fallback: "open",
    meaning:
      "Whether applications may be known by a document that the service reads over https (client id metadata documents).",
    example: "closed",
  }),
  oauthAccessToken_s: setting({
    name: "ONPOINT_OAUTH_ACCESS_TOKEN_S",
    reads: wholeNumber(60, 86_400),
    fallback: 3600,
    meaning: "How long an access token is good, in seconds.",
    example: "900",
  }),
  oauthRefreshToken_days: setting({
    name: "ONPOINT_OAUTH_REFRESH_TOKEN_DAYS",
    reads: wholeNumber(1, 365),
    fallback: 30,
    meaning: "How long a refresh token is good that is not exchanged, in days.",
    example: "30",
  }),
  oauthReuseWindow_s: setting({
    name: "ONPOINT_OAUTH_REUSE_WINDOW_S",
    reads: wholeNumber(0, 600),
    fallback: 30,
    meaning:
      "For how many seconds an exchanged refresh token works once more, for applications that lost the answer. After that a second exchange ends the grant.",
    example: "30",
  }),
};
