import type { Accounts } from "../accounts.ts";

/** Names that whoever guesses for one account tries first, each with what it is called to its owner. */
export type OwnNames = readonly { readonly name: string; readonly of: string }[];

/** The names around an account that is there or is being made: its own, those of its firms, that of the service. */
export async function ownNames(
  { db, authUrl }: Pick<Accounts, "db" | "authUrl">,
  { email, name = "" }: { readonly email: string; readonly name?: string },
): Promise<OwnNames> {
  const joined = await db
    .selectFrom("organizations")
    .innerJoin("organization_members", "organization_members.organization_id", "organizations.id")
    .innerJoin("users", "users.id", "organization_members.user_id")
    .select("organizations.name")
    .where("users.email", "=", email)
    .execute();
  const invited = await db
    .selectFrom("organizations")
    .innerJoin("invitations", "invitations.organization_id", "organizations.id")
    .select("organizations.name")
    .where("invitations.email", "=", email)
    .execute();
  const [local = "", host = ""] = email.split("@");
  const places = [host, URL.parse(authUrl)?.hostname ?? ""];
  return [
    ...[...joined, ...invited].map((firm) => ({ name: firm.name, of: "the name of the firm" })),
    { name: local, of: "the mail address" },
    ...places.flatMap((place) => place.split(".").slice(0, -1)).map((label) => ({ name: label, of: "an address" })),
    { name: "Onpoint", of: "the name of the service" },
    ...(name === "" ? [] : [{ name, of: "your name" }]),
  ];
}

/** Letters and digits that are left of a password, however they are spelt, without the words of a name and what joins them. */
export function leftBeside(password: string, name: string): string {
  const words = wordsOf(name).filter((word) => word.length >= WORD_CHARS_MIN);
  let left = plain(password);
  for (const word of words.toSorted((one, other) => other.length - one.length)) left = left.replaceAll(word, " ");
  return words.length === 0 || left === plain(password)
    ? plain(password)
    : left.replaceAll(FILLING, "").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

const WORD_CHARS_MIN = 4;
/** What stands beside a name without making it harder to guess: years, counts, and the words of firms. */
const FILLING = /\b(?:19|20)\d\d|\d{1,4}\b|\b(?:and|the|of|law|llp|llc|pllc|pc|firm)\b/gu;

function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function wordsOf(name: string): string[] {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u);
  return [...words, words.join("")];
}
