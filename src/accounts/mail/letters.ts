import type { Letter } from "./post.ts";

const UNASKED = "If you did not ask for this, ignore this letter: nothing happens.";

export function signUpLetter(to: string, link: string): Letter {
  return letter(to, "Your account of Onpoint", [
    "Open this address to choose a password; the account is made then. It opens once, within a day.",
    link,
    UNASKED,
  ]);
}

/** For who asks for an account and has one: the page they asked on must not tell anybody. */
export function alreadyLetter(to: string, signInAddress: string): Letter {
  return letter(to, "You have an account of Onpoint", [
    "Somebody, perhaps you, asked for an account with this address. There is one already; sign in here:",
    signInAddress,
    "A forgotten password can be reset there.",
  ]);
}

export function resetLetter(to: string, link: string): Letter {
  return letter(to, "A new password for Onpoint", [
    "Open this address to set a new password. It opens once, within an hour. All sign-ins end with it.",
    link,
    UNASKED,
  ]);
}

export function newAddressLetter(to: string, link: string): Letter {
  return letter(to, "Your new address at Onpoint", [
    "Open this address to sign in with this mail address from now on. It opens once, within a day.",
    link,
    UNASKED,
  ]);
}

export function invitationLetter(to: string, organization: string, link: string): Letter {
  return letter(to, "An invitation to Onpoint", [
    `You are invited to ${organization}. Open this address to join; it opens once, within a week, for this mail address alone.`,
    link,
    "If you know nothing of it, ignore this letter: nothing happens.",
  ]);
}

/** What happened to an account, and what its owner does if it was somebody else. */
export type Notice = { readonly what: string; readonly remedy?: string };

const REMEDY =
  "set a new password at once, which ends sign-ins and applications, and look through the keys of your account";

export function noticeLetter(to: string, { what, remedy = REMEDY }: Notice): Letter {
  return letter(to, "Your account of Onpoint", [`Of your account: ${what}.`, `If this was not you, ${remedy}.`]);
}

/** How much of what may be spent is used. */
export function spendingLetter(to: string, what: string, page: string): Letter {
  return letter(to, "What retrieval costs at Onpoint", [
    `Of your account: ${what}.`,
    "What does not fit under it any more is not fetched. You can see what was bought, and change the amount, here:",
    page,
  ]);
}

/** To the address that signed in until now. */
export function formerAddressLetter(to: string, now: string, link: string): Letter {
  return letter(to, "Your account of Onpoint has another mail address", [
    `Of your account: its mail address was changed, and it signs in with ${now} from now on.`,
    "If this was not you, open this address within seven days. It puts the former address back, ends all sign-ins, applications and keys made since, and lets you set a new password. Where signing in needed a second factor before, have a code or a recovery code at hand.",
    link,
    "If it was you, there is nothing to do.",
  ]);
}

function letter(to: string, subject: string, paragraphs: readonly string[]): Letter {
  return { to, subject, text: `${paragraphs.join("\n\n")}\n` };
}
