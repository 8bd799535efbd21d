/** Where the authorization server answers, under its public address. */
export const PATHS = {
  root: "/oauth",
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  introspect: "/oauth/introspect",
  userinfo: "/oauth/userinfo",
  deviceAuthorization: "/oauth/device_authorization",
  /** The page on which a person types the code that a device shows. */
  device: "/account/device",
  jwks: "/oauth/jwks",
  /** Where people sign in and are asked, a step each. */
  interaction: "/oauth/interaction",
  serverMetadata: "/.well-known/oauth-authorization-server",
  openIdMetadata: "/.well-known/openid-configuration",
  /** Of the tools; their own path follows it. */
  resourceMetadata: "/.well-known/oauth-protected-resource",
} as const;
