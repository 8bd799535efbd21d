import { z } from "zod";
import { OnpointError } from "#base/errors.ts";

/** Of a device with the longest certificates; what is sent is read before it is believed. */
const RESPONSE_CHARS_MAX = 20_000;

const BASE64URL = z.string().regex(/^[\w-]+$/u);
const RESPONSE = z.looseObject({
  id: BASE64URL,
  rawId: BASE64URL,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({ clientDataJSON: BASE64URL }),
});
const CLIENT_DATA = z.looseObject({ challenge: BASE64URL });

/** What a browser has of a device, as its script sent it. Throws `invalid_input`. */
export function readResponse<Response>(sent: string): Response {
  const read = sent.length > RESPONSE_CHARS_MAX ? undefined : RESPONSE.safeParse(jsonIn(sent));
  if (read?.success !== true) throw noResponse();
  return read.data as Response;
}

/** What was signed. Throws `invalid_input`. */
export function challengeIn(clientDataJSON: string): string {
  const read = CLIENT_DATA.safeParse(jsonIn(Buffer.from(clientDataJSON, "base64url").toString("utf8")));
  if (!read.success) throw noResponse();
  return read.data.challenge;
}

function jsonIn(text: string): unknown {
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
