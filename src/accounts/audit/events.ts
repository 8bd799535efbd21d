/** Everything that is noted of accounts, with the words in which people are told of it. */
export const AUDIT_EVENTS = {
  user_created: "the account was made",
  signed_in: "signed in",
  sign_in_refused: "a sign-in was refused",
  signed_out: "signed out",
  session_ended: "a sign-in was ended",
  sessions_ended: "all other sign-ins were ended",
  password_changed: "the password was changed",
  link_made: "an operator made a one-time link",
  admin_granted: "became an administrator of the service",
  admin_withdrawn: "is no administrator of the service any more",
  user_suspended: "the account was suspended",
  user_resumed: "the account was opened again",
} as const;

export type AuditEventName = keyof typeof AUDIT_EVENTS;
