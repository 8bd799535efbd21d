/** Everything that is noted of accounts, with the words in which people are told of it. */
export const AUDIT_EVENTS = {
  user_created: "the account was made",
  signed_in: "signed in",
  sign_in_refused: "a sign-in was refused",
  signed_out: "signed out",
  session_ended: "a sign-in was ended",
  second_factor_refused: "a code of the second factor was refused",
  second_factor_on: "a second factor was turned on",
  second_factor_off: "the second factor was turned off",
  recovery_codes_renewed: "new recovery codes were made",
  recovery_code_used: "signed in by a recovery code",
  address_changed: "the mail address was changed",
  password_changed: "the password was changed",
  link_made: "an operator made a one-time link",
  admin_granted: "became an administrator of the service",
  admin_withdrawn: "is no administrator of the service any more",
  user_suspended: "the account was suspended",
  user_resumed: "the account was opened again",
  oauth_client_registered: "an application registered itself",
  oauth_access_granted: "an application was let in",
  oauth_token_issued: "an application was given a token",
  oauth_access_revoked: "an application was shut out",
  oauth_request_refused: "a request of an application was refused",
} as const;

export type AuditEventName = keyof typeof AUDIT_EVENTS;
