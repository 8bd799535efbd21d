import { citationKey } from "#citations/citation-key.ts";
import type { Pages } from "#citations/pin-check.ts";
import type { HeldDecision } from "#citations/store.ts";
import type { Reader } from "#db/connection.ts";
import { readCitedPlaces } from "#citator/cited-places.ts";
import type { CitedPlace } from "#citator/cited-places.ts";
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

/** So many decisions of a volume tell its years. */
const DECISIONS_MIN = 3;
/** Volumes read for one text. */
const VOLUMES_MAX = 200;

/** What is held of the volumes that these look-up keys are of. */
export class Volumes {
  readonly #volumes = new Map<string, readonly PlacedYear[]>();
  readonly #cited = new Map<string, readonly CitedPlace[]>();

  async read(db: Reader, keys: readonly string[]): Promise<void> {
    for (const volume of new Set(keys.flatMap((key) => [placeOf(key)?.volume ?? [], volumeBefore(key) ?? []].flat()))) {
      if (this.#volumes.size >= VOLUMES_MAX) return;
      if (!this.#volumes.has(volume)) {
        this.#volumes.set(volume, await readVolume(db, volume));
        this.#cited.set(volume, await readCitedPlaces(db, volume));
      }
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
   * The years of the decisions of its volume, held or cited; those of the volume before too where they are few.
   * Undefined where fewer than three are known.
   */
  readonly span = (key: string): { readonly first: number; readonly last: number } | undefined => {
    const own = this.#yearsOf(placeOf(key)?.volume ?? "");
    const years = own.length < DECISIONS_MIN ? [...own, ...this.#yearsOf(volumeBefore(key) ?? "")] : own;
    const sorted = years.toSorted((one, other) => one - other);
    // One wrong record in many must not widen them.
    const kept = sorted.length < 6 ? sorted : sorted.slice(1, -1);
    const [first] = kept;
    const last = kept.at(-1);
    return kept.length < DECISIONS_MIN || first === undefined || last === undefined ? undefined : { first, last };
  };

  #yearsOf(volume: string): number[] {
    const held = (this.#volumes.get(volume) ?? []).map(({ year }) => year);
    return [...held, ...(this.#cited.get(volume) ?? []).flatMap(({ year }) => year ?? [])];
  }

  /**
   * The page on which it must have ended, since another decision behind it begins there by those who cite that, or a
   * second one by the records: that two are wanted keeps one wrong record from making a right page wrong.
   */
  readonly pageLimit = (key: string): number | undefined => {
    const place = placeOf(key);
    if (place === undefined) return undefined;
    const held = this.#volumes.get(place.volume)?.filter(({ page }) => page > place.page)[1]?.page;
    const cited = (this.#cited.get(place.volume) ?? []).flatMap(({ page }) => (page > place.page ? [page] : []));
    const limits = [...(held === undefined ? [] : [held]), ...cited];
    return limits.length === 0 ? undefined : Math.min(...limits);
  };
}

/** Fewer characters than a page of any reporter has on the whole of a decision; those of the U.S. Reports are small. */
const PAGE_CHARS_MIN = 700;
const US_PAGE_CHARS_MIN = 350;
/** Separate opinions that are not held may be half as long again. */
const UNHELD_SHARE = 1.5;
/** Lists of counsel, a syllabus, tables. */
const BESIDE_TEXT_PAGES = 10;

/** The last page that a decision with a text of this length can have. */
export function lastPageByLength(key: string, chars: number): number | undefined {
  const place = placeOf(key);
  if (place === undefined || chars === 0) return undefined;
  const perPage = /^\d+us$/u.test(place.volume) ? US_PAGE_CHARS_MIN : PAGE_CHARS_MIN;
  return place.page + Math.ceil((UNHELD_SHARE * chars) / perPage) + BESIDE_TEXT_PAGES;
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
