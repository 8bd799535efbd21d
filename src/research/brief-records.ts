import { citationKey } from "#citations/citation-key.ts";
import type { Pages } from "#citations/pin-check.ts";
import type { HeldDecision } from "#citations/store.ts";
import type { Reader } from "#db/connection.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { readPrintedPages } from "#opinions/store/printed-pages.ts";
import { readVolume } from "#opinions/store/volume.ts";
import type { PlacedYear } from "#opinions/store/volume.ts";
import { readWorkNames } from "#opinions/store/work-names.ts";

/** The decisions held under each look-up key, with all that their copies are called and cited as. */
export async function heldUnder(db: Reader, keys: readonly string[]): Promise<Map<string, HeldDecision[]>> {
  const byKey = await decisionsUnder(db, keys);
  const works = await readWorkNames(
    db,
    [...byKey.values()].flatMap((decisions) => decisions.map(({ workId }) => workId)),
  );
  return new Map(
    [...byKey].map(([key, decisions]) => [
      key,
      decisions.map((decision) => {
        const work = works.get(decision.workId);
        return { ...decision, otherNames: work?.names ?? [], citations: work?.citations ?? [] };
      }),
    ]),
  );
}

/** Volumes read for one text. */
const VOLUMES_MAX = 200;

/** What is held of the volumes that these look-up keys are of. */
export class Volumes {
  readonly #volumes = new Map<string, readonly PlacedYear[]>();

  async read(db: Reader, keys: readonly string[]): Promise<void> {
    for (const volume of new Set(keys.flatMap((key) => [placeOf(key)?.volume ?? [], volumeBefore(key) ?? []].flat()))) {
      if (this.#volumes.size >= VOLUMES_MAX) return;
      if (!this.#volumes.has(volume)) this.#volumes.set(volume, await readVolume(db, volume));
    }
  }

  /**
   * Between which years a decision lies: not before the last of those printed before it, in its volume or the one
   * before. Undefined where none is held.
   */
  readonly years = (key: string): { readonly first: number; readonly last: number } | undefined => {
    const place = placeOf(key);
    if (place === undefined) return undefined;
    const held = this.#volumes.get(place.volume) ?? [];
    const before = [
      ...(this.#volumes.get(volumeBefore(key) ?? "") ?? []),
      ...held.filter(({ page }) => page < place.page),
    ].map(({ year }) => year);
    const first = before.reduce((latest, year) => Math.max(latest, year), 0);
    return first === 0 ? undefined : { first, last: first + 1 };
  };

  /**
   * The page on which it must have ended, since a second decision behind it begins there; that two are wanted keeps one
   * wrong record from making a right page wrong.
   */
  readonly pageLimit = (key: string): number | undefined => {
    const place = placeOf(key);
    const held = place === undefined ? undefined : this.#volumes.get(place.volume);
    return held?.filter(({ page }) => page > (place?.page ?? 0))[1]?.page;
  };
}

/** `477us242` is page 242 of `477us`. */
function placeOf(key: string): { readonly volume: string; readonly page: number } | undefined {
  const [, volume, page] = /^(\d.*\D)(\d+)$/u.exec(key) ?? [];
  return volume === undefined ? undefined : { volume, page: Number(page) };
}

function volumeBefore(key: string): string | undefined {
  const [, volume, reporter] = /^(\d+)(?!\d)(.*\D)\d+$/u.exec(key) ?? [];
  return volume === undefined ? undefined : `${Number(volume) - 1}${reporter}`;
}

/** The pages of these works by citation, where their texts are marked with pages. */
export async function pagesOfWorks(db: Reader, workIds: readonly string[]): Promise<Pages> {
  const bounds = new Map<string, { first: number; last: number }>();
  for (const { workId, citedAs, first, last } of await readPrintedPages(db, workIds)) {
    const place = `${workId} ${citationKey(citedAs)}`;
    const known = bounds.get(place);
    const start = Number(/(?<!\d)(\d+)\D*$/u.exec(citedAs)?.[1] ?? first);
    bounds.set(place, { first: Math.min(start, known?.first ?? first), last: Math.max(last, known?.last ?? last) });
  }
  return ({ workId }, key) => bounds.get(`${workId} ${key}`);
}
