import { compare, comparedOf, workIdOf } from "./work.ts";
import type { Compared, WorkMember } from "./work.ts";

/** A decision with the work it is of until now. */
export type Placed = {
  readonly member: WorkMember;
  readonly workId: string;
  /** It is new, or something that is compared of it has changed since its work was worked out. */
  readonly isChanged: boolean;
};

type Node = { readonly compared: Compared; readonly placed: Placed };

/**
 * The work of each decision: those that are one by the rule (`work.ts`), and whoever is one with them. Given are the
 * members of every work that a changed decision may come to belong to, whole, and of the works that have lost one
 * (`shrunk`).
 *
 * A pair of which neither has changed stays what it was, so only changed decisions are compared with the others, and
 * the members of a work with one another only where one of them has changed or left. What is one already is not
 * compared again: of a thousand copies each is compared with one other.
 */
export async function joinWorks(
  decisions: readonly Placed[],
  shrunk: ReadonlySet<string>,
  haveOneText: (left: string, right: string) => Promise<boolean>,
): Promise<ReadonlyMap<string, string>> {
  const nodes = decisions
    .map((placed): Node => ({ compared: comparedOf(placed.member), placed }))
    .toSorted((left, right) => (left.placed.member.id < right.placed.member.id ? -1 : 1));
  const groups = new Groups();
  /** Joins one with those of the others that it is one with; a pair that is one already is not looked at. */
  const joinWith = async (left: Node, others: Iterable<Node>): Promise<void> => {
    for (const right of others) {
      if (groups.areJoined(idOf(left), idOf(right))) continue;
      const verdict = compare(left.compared, right.compared);
      if (verdict === "different") continue;
      if (verdict === "same" || (await haveOneText(idOf(left), idOf(right)))) groups.join(idOf(left), idOf(right));
    }
  };

  const loose = new Set([...shrunk, ...nodes.flatMap(({ placed }) => (placed.isChanged ? [placed.workId] : []))]);
  for (const [workId, members] of Map.groupBy(nodes, ({ placed }) => placed.workId)) {
    const isLoose = loose.has(workId);
    for (const [at, left] of members.entries()) {
      if (isLoose) await joinWith(left, members.slice(at + 1));
      else groups.join(idOf(members[0] as Node), idOf(left));
    }
  }
  const neighbours = neighboursOf(nodes);
  const done = new Set<Node>();
  for (const left of nodes) {
    if (!left.placed.isChanged) continue;
    done.add(left);
    const others = new Set(placesOf(left).flatMap((place) => neighbours.get(place) ?? []));
    const isNew = ({ placed }: Node): boolean => placed.workId !== left.placed.workId;
    await joinWith(
      left,
      [...others].filter((right) => !done.has(right) && isNew(right)),
    );
  }
  return new Map(nodes.map((node) => [idOf(node), workIdOf(groups.rootOf(idOf(node)))]));
}

function idOf({ placed }: Node): string {
  return placed.member.id;
}

/** Whoever may be one decision has a citation in common, or the court and a word of the name. */
function placesOf({ compared: { member, keys, all } }: Node): readonly string[] {
  return [
    ...[...keys].map((key) => `${member.courtId} cited ${key}`),
    ...[...all].map((word) => `${member.courtId} named ${word}`),
  ];
}

function neighboursOf(nodes: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const neighbours = new Map<string, Node[]>();
  for (const node of nodes) {
    for (const place of placesOf(node)) {
      const others = neighbours.get(place);
      if (others === undefined) neighbours.set(place, [node]);
      else others.push(node);
    }
  }
  return neighbours;
}

/** Groups of ids, each known by its smallest. */
class Groups {
  readonly #parents = new Map<string, string>();

  rootOf(id: string): string {
    let root = id;
    for (let up = this.#parents.get(root); up !== undefined; up = this.#parents.get(root)) root = up;
    if (root !== id) this.#parents.set(id, root);
    return root;
  }

  areJoined(left: string, right: string): boolean {
    return this.rootOf(left) === this.rootOf(right);
  }

  join(left: string, right: string): void {
    const [first, second] = [this.rootOf(left), this.rootOf(right)].toSorted() as [string, string];
    if (first !== second) this.#parents.set(second, first);
  }
}
