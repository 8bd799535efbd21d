const MEANING_OF_SCOPE: Readonly<Record<string, string>> = {
  openid: "know that it is you",
  profile: "see your name",
  email: "see your e-mail address",
  offline_access: "go on while you are away, until you end it",
};

/** What an application may do by what it was let in to, in words; what every one may is not told. */
export function meaningsOf(scopes: readonly string[]): string[] {
  return scopes.flatMap((scope) => MEANING_OF_SCOPE[scope] ?? []);
}
