import { OnpointError } from "#base/errors.ts";

const NAME_CHARS_MAX = 100;
/**
 * Control characters, halves of characters, marks that turn the direction of what follows, spaces and letters that show
 * nothing. What joins letters and signs to one (Persian, emoji) is none of them.
 */
const UNSEEN = /\p{Cc}|\p{Cs}|[\u2028\u2029\u2800]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{DI}/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A name that people give to something, trimmed. `of` says of what: "the name of the key". Throws `invalid_input`. */
export function readName(text: string, of: string, hint: string): string {
  const name = text.trim();
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new OnpointError("invalid_input", `the name of ${of} ${fault}`, {
    hint,
    faults: [{ path: "name", message: fault }],
  });
}

function faultOf(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > NAME_CHARS_MAX) return `is longer than ${NAME_CHARS_MAX} characters`;
  if (UNSEEN.test(name)) return "holds control characters, or others that cannot be seen";
  return SEEN.test(name) ? undefined : "has nothing that can be seen";
}
