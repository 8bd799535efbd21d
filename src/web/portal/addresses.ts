/** Where the pages of the portal stand. Those of links in letters are named by their purpose. */
export const AT = {
  home: "/account",
  signIn: "/account/sign-in",
  signOut: "/account/sign-out",
  signUp: "/account/sign-up",
  firstOwner: "/account/first-owner",
  password: "/account/password",
  address: "/account/address",
  formerAddress: "/account/former-address",
  invitation: "/account/invitation",
  firm: "/account/firm",
  keys: "/account/keys",
  team: "/account/team",
  sessions: "/account/sessions",
  security: "/account/security",
  audit: "/account/audit",
  applications: "/account/applications",
  usage: "/account/usage",
  spending: "/account/spending",
  statement: "/account/statement",
  leaving: "/account/data",
  connect: "/account/connect",
  device: "/account/device",
  tryOut: "/account/try",
  admin: "/admin",
  adminPeople: "/admin/people",
  adminOrganizations: "/admin/organizations",
  adminPlans: "/admin/plans",
  adminApplications: "/admin/applications",
  adminAudit: "/admin/audit",
} as const;

/** Where a second factor is added before all else. */
export const FACTOR_FIRST = `${AT.security}?done=factor-wanted`;

const PAGE_OF_OURS =
  /^\/(?:(?:check|survey|help|(?:courts|codes)(?:\/[\w-]*)?)|(?:account|admin|oauth)(?:\/[\w/-]*)?)?(?:\?[\w=&%.~+*-]*)?$/u;
const ADDRESS_CHARS_MAX = 2000;
const EMAIL_CHARS_MAX = 254;

/**
 * Where to go on after signing in: a page of ours, and whatever else was asked for is the front page. What a browser
 * might take for another site (`//`, `/\`, a dot segment) is no page of ours.
 */
export function onward(asked: string | null): string {
  if (asked === null || asked.length > ADDRESS_CHARS_MAX) return AT.home;
  return PAGE_OF_OURS.test(asked) && !asked.includes("//") ? asked : AT.home;
}

/** The page to sign in on, from which it goes on to the page that was wanted. */
export function signInFirst(wanted: string): string {
  return wanted === AT.home ? AT.signIn : signInFor({ next: wanted });
}

/** The same for an application that wants somebody signed in: with the address it expects, or anew whoever is. */
export function signInFor({
  next,
  email,
  isAnew = false,
}: {
  readonly next: string;
  readonly email?: string | undefined;
  readonly isAnew?: boolean;
}): string {
  const asked = new URLSearchParams({ next });
  if (email !== undefined && email.length <= EMAIL_CHARS_MAX) asked.set("email", email);
  if (isAnew) asked.set("anew", "yes");
  return `${AT.signIn}?${asked.toString()}`;
}
