import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { OnpointError } from "#base/errors.ts";

/** Of a device with the longest certificates; what is sent is read before it is believed. */
const RESPONSE_CHARS_MAX = 20_000;

const BASE64URL = z.string().regex(/^[\w-]+$/u);
const CREDENTIAL = {
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};
const MADE = z.object({
  ...CREDENTIAL,
  response: z.object({ clientDataJSON: BASE64URL, attestationObject: BASE64URL }),
});
const PRESENTED = z.object({
  ...CREDENTIAL,
  response: z.object({ clientDataJSON: BASE64URL, authenticatorData: BASE64URL, signature: BASE64URL }),
});
const CLIENT_DATA = z.looseObject({ challenge: BASE64URL });

/** What a browser has of a device that made a passkey, as its script sent it. Throws `invalid_input`. */
export function readMade(sent: string): RegistrationResponseJSON {
  const read = MADE.safeParse(jsonIn(sent));
  if (!read.success) throw noResponse();
  return read.data;
}

/** The same of one that presented a passkey. Throws `invalid_input`. */
export function readPresented(sent: string): AuthenticationResponseJSON {
  const read = PRESENTED.safeParse(jsonIn(sent));
  if (!read.success) throw noResponse();
  return read.data;
}

/** What was signed. Throws `invalid_input`. */
export function challengeIn(clientDataJSON: string): string {
  const read = CLIENT_DATA.safeParse(jsonIn(Buffer.from(clientDataJSON, "base64url").toString("utf8")));
  if (!read.success) throw noResponse();
  return read.data.challenge;
}

function jsonIn(text: string): unknown {
  if (text.length > RESPONSE_CHARS_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noResponse(): OnpointError {
  return new OnpointError("invalid_input", "no passkey was presented", {
    hint: "Try again; the page needs scripts, and the device you made the passkey with.",
  });
}
