import type { Letter } from "./post.ts";

const UNASKED = "If you did not ask for this, leave the letter alone: nothing happens.";

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
    "A forgotten password can be set anew there.",
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
    "If you know nothing of it, leave the letter alone: nothing happens.",
  ]);
}

/** What happened to an account, for its owner to notice if it was somebody else. */
export function noticeLetter(to: string, what: string): Letter {
  return letter(to, "Your account of Onpoint", [
    `Of your account: ${what}.`,
    "If this was not you, set a new password at once, which ends sign-ins and applications, and look through the keys of your account.",
  ]);
}

function letter(to: string, subject: string, paragraphs: readonly string[]): Letter {
  return { to, subject, text: `${paragraphs.join("\n\n")}\n` };
}
