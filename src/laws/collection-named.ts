import type { LawCollection } from "./model.ts";
import { nearestNames } from "./nearest-names.ts";

/**
 * The collections that an id or a name means; several codes may bear one name. Case and punctuation do not count. What
 * names none has the nearest ids and names instead.
 */
export function collectionsCalled(
  text: string,
  held: readonly LawCollection[],
): { readonly collections: readonly LawCollection[] } | { readonly nearest: readonly string[] } {
  const byId = held.filter(({ id }) => id === text.trim());
  if (byId.length > 0) return { collections: byId };
  const asked = folded(text);
  const byName = held.filter(({ id, name }) => folded(name) === asked || folded(id) === asked);
  if (asked !== "" && byName.length > 0) return { collections: byName };
  return {
    nearest: nearestNames(
      text,
      held.flatMap(({ id, name }) => [name, id]),
    ),
  };
}

function folded(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
