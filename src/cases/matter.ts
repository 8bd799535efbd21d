import { tellingWords } from "#text/case-names.ts";

/**
 * When two cases are one matter: the court is the same, they share a docket number, the parties agree, and they are not
 * further apart in time than a matter lasts. Figures: docs/decisions/cases.md.
 */
export type MatterMember = {
  readonly id: string;
  readonly courtId: string;
  readonly docketKeys: readonly string[];
  readonly caption: string;
  /** The days known of it, `YYYY-MM-DD`: when it was filed and terminated, when it was decided. */
  readonly days: readonly string[];
};

/** Courts give a number again after years; a matter that is still decided after more than this is rare. */
const YEARS_APART_MAX = 10;

type Compared = {
  readonly member: MatterMember;
  /** The telling words of the first party, of the others, and all of them. */
  readonly first: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  readonly years: readonly [from: number, to: number] | undefined;
};

/** Whether two cases that share a docket number are one matter. Symmetric; decided from the two alone. */
export function isSameMatter(left: MatterMember, right: MatterMember): boolean {
  return agree(comparedOf(left), comparedOf(right));
}

function agree(left: Compared, right: Compared): boolean {
  return left.member.courtId === right.member.courtId && partiesAgree(left, right) && areNear(left, right);
}

/**
 * The first parties must agree: sued officers and states are the second party of many. On appeal sides change places,
 * and then each must be found on the other side.
 */
function partiesAgree(left: Compared, right: Compared): boolean {
  if (left.all.size === 0 || right.all.size === 0) return true;
  if (left.first.size === 0 || right.first.size === 0) return share(left.all, right.all);
  if (share(left.first, right.first)) return true;
  return share(left.first, right.others) && share(left.others, right.first);
}

function share(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const word of left) if (right.has(word)) return true;
  return false;
}

function areNear(left: Compared, right: Compared): boolean {
  if (left.years === undefined || right.years === undefined) return true;
  const [leftFrom, leftTo] = left.years;
  const [rightFrom, rightTo] = right.years;
  return Math.max(leftFrom, rightFrom) - Math.min(leftTo, rightTo) <= YEARS_APART_MAX;
}

function comparedOf(member: MatterMember): Compared {
  const [firstParty = "", ...otherParties] = member.caption.split(/\sv(?:s|ersus)?\.?\s/iu);
  const first = new Set(tellingWords(firstParty, "copies"));
  const others = new Set(tellingWords(otherParties.join(" "), "copies"));
  const years = member.days.map((day) => Number(day.slice(0, 4))).filter((year) => Number.isInteger(year));
  return {
    member,
    first,
    others,
    all: new Set([...first, ...others]),
    years: years.length === 0 ? undefined : [Math.min(...years), Math.max(...years)],
  };
}

/**
 * The matter of each member, named after the smallest id in it, so order of import is nothing. Members must hold every
 * case that could be joined to one of them.
 */
export function mattersOf(members: readonly MatterMember[]): ReadonlyMap<string, string> {
  const parent = new Map(members.map(({ id }) => [id, id]));
  const rootOf = (id: string): string => {
    let at = id;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  for (const sharers of sharersByDocket(members.map(comparedOf))) {
    sharers.forEach((left, index) => {
      for (const right of sharers.slice(index + 1)) {
        const [first, second] = [rootOf(left.member.id), rootOf(right.member.id)].toSorted();
        if (first === undefined || second === undefined || first === second || !agree(left, right)) continue;
        parent.set(second, first);
      }
    });
  }
  return new Map(members.map(({ id }) => [id, rootOf(id)]));
}

function sharersByDocket(compared: readonly Compared[]): Iterable<readonly Compared[]> {
  const sharers = new Map<string, Compared[]>();
  for (const one of compared) {
    for (const key of new Set(one.member.docketKeys)) {
      const place = `${one.member.courtId} ${key}`;
      const others = sharers.get(place);
      if (others === undefined) sharers.set(place, [one]);
      else others.push(one);
    }
  }
  return sharers.values();
}
