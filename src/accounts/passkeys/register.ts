import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { OnpointError } from "#base/errors.ts";
import { isUniqueViolation } from "#db/failures.ts";
import { transaction } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { Origin } from "../audit/audit.ts";
import { tellOwner } from "../mail/tell-owner.ts";
import { readName } from "../names.ts";
import { requirePassword } from "../passwords/set-password.ts";
import { codesForFirstFactor, requireFactorWhereOn } from "../second-factor/second-factor.ts";
import { endSessions, raiseSession } from "../sessions/sessions.ts";
import type { SignedIn } from "../sessions/sessions.ts";
import { challengeBytes, makeChallenge, takeChallenge } from "./challenges.ts";
import { passkeysOf } from "./passkeys.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { challengeIn, readMade } from "./responses.ts";

const PASSKEYS_MAX = 20;

/**
 * What a device is asked for that is to keep a passkey, by the password and what else signing in takes. Throws
 * `unauthorized`, `rate_limited`, or `conflict` where there are too many.
 */
export async function preparePasskey(
  accounts: Accounts,
  wanted: { readonly signedIn: SignedIn; readonly present: string; readonly code: string; readonly origin: Origin },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = requireRelyingParty(accounts);
  const { user } = wanted.signedIn;
  await requirePassword(accounts, wanted);
  await requireFactorWhereOn(accounts, wanted);
  const held = await passkeysOf(accounts.db, user.id);
  if (held.length >= PASSKEYS_MAX)
    throw new OnpointError("conflict", `an account has at most ${PASSKEYS_MAX} passkeys`, {
      hint: "Remove one first.",
    });
  const at = accounts.clock();
  const challenge = await transaction(accounts.db, async (trx) =>
    makeChallenge(trx, { purpose: "register", userId: user.id, at }),
  );
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: challengeBytes(challenge),
    attestationType: "none",
    excludeCredentials: held.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Keeps the passkey that a device has made, ends all other sign-ins where it is the first factor beside the password,
 * and answers with the recovery codes in that case, which are shown once; null where there were some already. Throws
 * `invalid_input` for what is no answer of a device to what it was asked, `not_found`, or `conflict`.
 */
export async function addPasskey(
  accounts: Accounts,
  wanted: { readonly signedIn: SignedIn; readonly name: string; readonly response: string; readonly origin: Origin },
): Promise<readonly string[] | null> {
  const party = requireRelyingParty(accounts);
  const { signedIn, origin } = wanted;
  const { user, session } = signedIn;
  const name = readName(wanted.name, "the passkey", "Write which device keeps it.");
  const response = readMade(wanted.response);
  const challenge = challengeIn(response.response.clientDataJSON);
  const at = accounts.clock();
  await transaction(accounts.db, async (trx) =>
    takeChallenge(trx, challenge, { purpose: "register", userId: user.id, at }),
  );
  const { credential, isSynced } = await verified(response, challenge, party);
  const codes = await transaction(accounts.db, async (trx) => {
    await trx
      .insertInto("passkeys")
      .values({
        id: credential.id,
        user_id: user.id,
        name,
        public_key: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        is_synced: isSynced ? 1 : 0,
        created_at: at.toISOString(),
        last_used_at: null,
      })
      .execute();
    await noteEvent(trx, { event: "passkey_added", at, actorId: user.id, userId: user.id, origin, detail: { name } });
    const first = await codesForFirstFactor(trx, user.id);
    if (first !== null) await endSessions(trx, user.id, session.id);
    await raiseSession(trx, session.id, "password+passkey");
    return first;
  }).catch((thrown: unknown) => {
    throw isUniqueViolation(thrown) ? new OnpointError("conflict", "this passkey is kept already") : thrown;
  });
  tellOwner(accounts, user.email, {
    what: `a passkey, "${name}", was added: whoever has that device signs in with it`,
    remedy: `remove it at ${accounts.authUrl}/account/security and set a new password at once`,
  });
  return codes;
}

async function verified(
  response: RegistrationResponseJSON,
  expectedChallenge: string,
  { id, origin }: { readonly id: string; readonly origin: string },
) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const outcome = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (outcome?.verified !== true)
    throw new OnpointError("invalid_input", "the device did not make a passkey for this service", {
      hint: "Try again, or use another device.",
    });
  const { credential, credentialDeviceType } = outcome.registrationInfo;
  return { credential, isSynced: credentialDeviceType === "multiDevice" };
}
