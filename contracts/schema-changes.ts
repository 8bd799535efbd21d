import { areDisjoint, choicesOf, expanded, isUnion, membersOf, requiredOf, resolve } from "./schema-parts.ts";
import type { Components } from "./schema-parts.ts";
import { RULES, ruleChanges } from "./schema-rules.ts";
import type { Effect } from "./schema-rules.ts";
import { canonical } from "./shape.ts";
import type { Schema } from "./shape.ts";

/**
 * What callers send must be taken as before; what they get may gain members and lose values, not the other way.
 * So a schema that takes less breaks a request, and one that allows more breaks an answer.
 */
export type Direction = "request" | "answer";

/** One difference between two shapes. */
export type Change = {
  readonly kind: "additive" | "breaking";
  /** Such as `POST /search request filters.states[]`. */
  readonly place: string;
  readonly what: string;
};

/** Where the schemas stand, for whom they are compared, and what their references name. */
export type Comparing = {
  readonly place: string;
  readonly direction: Direction;
  readonly before: Components;
  readonly after: Components;
};

const STRUCTURE = ["$ref", "default", "properties", "required", "additionalProperties", "items", "anyOf", "oneOf"];
const COMPARED = new Set([...RULES, ...STRUCTURE]);

/** Every difference between two schemas, told for those who send such values (`request`) or get them (`answer`). */
export function schemaChanges(before: Schema, after: Schema, comparing: Comparing): Change[] {
  return new Comparison(comparing).changes(before, after, "");
}

class Comparison {
  readonly #at: Comparing;
  /** Pairs of components being compared, so that a schema within itself ends. */
  readonly #open = new Set<string>();

  constructor(comparing: Comparing) {
    this.#at = comparing;
  }

  changes(before: Schema, after: Schema, path: string): Change[] {
    const pair = "$ref" in before && "$ref" in after ? canonical([before["$ref"], after["$ref"]]) : undefined;
    if (pair !== undefined && this.#open.has(pair)) return [];
    if (pair !== undefined) this.#open.add(pair);
    const [old, fresh] = [resolve(before, this.#at.before), resolve(after, this.#at.after)];
    const found = isUnion(old) || isUnion(fresh) ? this.#choices(old, fresh, path) : this.#single(old, fresh, path);
    if (pair !== undefined) this.#open.delete(pair);
    return found;
  }

  #single(before: Schema, after: Schema, path: string): Change[] {
    return [
      ...ruleChanges(before, after).map(([effect, what]) => this.#told(effect, path, what)),
      ...this.#default(before, after, path),
      ...this.#members(before, after, path),
      ...this.#otherMembers(before, after, path),
      ...this.#part(before["items"], after["items"], `${path}[]`),
      ...this.#uncompared(before, after, path),
    ];
  }

  #part(before: unknown, after: unknown, path: string): Change[] {
    if (before === undefined && after === undefined) return [];
    return this.changes((before ?? {}) as Schema, (after ?? {}) as Schema, path);
  }

  #change(kind: Change["kind"], path: string, what: string): Change {
    return { kind, place: `${this.#at.place} ${path}`.trim(), what };
  }

  #told(effect: Effect, path: string, what: string): Change {
    const harmless = this.#at.direction === "request" ? "wider" : "narrower";
    return this.#change(effect === harmless ? "additive" : "breaking", path, what);
  }

  #default(before: Schema, after: Schema, path: string): Change[] {
    const [was, is] = [before["default"], after["default"]].map((value) => canonical(value) || "nothing");
    return was === is ? [] : [this.#change("breaking", path, `the default was ${was} and is ${is}`)];
  }

  #members(before: Schema, after: Schema, path: string): Change[] {
    const [old, fresh] = [membersOf(before), membersOf(after)];
    const [wanted, wantedNow] = [requiredOf(before), requiredOf(after)];
    const names = new Set([...Object.keys(old), ...Object.keys(fresh), ...wanted, ...wantedNow]);
    return [...names].toSorted().flatMap((name) => {
      const at = path === "" ? name : `${path}.${name}`;
      const [part, partNow] = [old[name], fresh[name]];
      if (part !== undefined && partNow === undefined) return [this.#change("breaking", at, "was removed")];
      const changes =
        part === undefined && partNow !== undefined ? this.#added(before, partNow, at) : this.#part(part, partNow, at);
      if (wanted.has(name) === wantedNow.has(name)) return changes;
      const isNew = part === undefined && this.#at.direction === "answer";
      const required = wantedNow.has(name)
        ? this.#told("narrower", at, "is required now")
        : this.#told("wider", at, "is no longer required");
      return isNew ? changes : [...changes, required];
    });
  }

  /** A member that had no name may have been sent already, and may have come as one of many. */
  #added(before: Schema, part: Schema, path: string): Change[] {
    const others = before["additionalProperties"] ?? true;
    const wasMeant = typeof others === "object" || (others === true && this.#at.direction === "request");
    const changes = wasMeant ? this.#part(others === true ? {} : others, part, path) : [];
    return [this.#change("additive", path, "was added"), ...changes];
  }

  /** Members that are not named: in an answer they are as free as any addition. */
  #otherMembers(before: Schema, after: Schema, path: string): Change[] {
    const [old, fresh] = [before["additionalProperties"] ?? true, after["additionalProperties"] ?? true];
    if (old === fresh) return [];
    if (typeof old === "object" && typeof fresh === "object") return this.#part(old, fresh, `${path}.*`);
    if (old === false && this.#at.direction === "answer")
      return [this.#change("additive", path, "may hold other members")];
    return old === false || fresh === true
      ? [this.#told("wider", path, "takes other members")]
      : [this.#told("narrower", path, "takes fewer other members")];
  }

  #uncompared(before: Schema, after: Schema, path: string): Change[] {
    const keywords = new Set([...Object.keys(before), ...Object.keys(after)].filter((one) => !COMPARED.has(one)));
    return [...keywords]
      .filter(
        (one) => canonical(expanded(before[one], this.#at.before)) !== canonical(expanded(after[one], this.#at.after)),
      )
      .map((keyword) => this.#told("other", path, `the rule in \`${keyword}\` changed`));
  }

  /** Choices are matched one to one: first what is the same, then what harms nobody, then what is left of both. */
  #choices(before: Schema, after: Schema, path: string): Change[] {
    const isExclusive = "oneOf" in before || "oneOf" in after;
    const [old, fresh] = [choicesOf(before), choicesOf(after)];
    const isSameRest =
      canonical(expanded(old.rest, this.#at.before)) === canonical(expanded(fresh.rest, this.#at.after));
    if (!isSameRest || (isExclusive && ("anyOf" in before || "anyOf" in after)))
      return [this.#told("other", path, "the choice and what stands beside it changed")];
    const left = [...old.choices];
    const changed = fresh.choices.filter(
      (now) => take(left, (one) => this.changes(one, now, path).length === 0) === undefined,
    );
    const pairs: (readonly [Schema, Schema])[] = [];
    const unmatched = changed.filter((now) => {
      const one = take(left, (each) => this.changes(each, now, path).every(({ kind }) => kind === "additive"));
      if (one !== undefined) pairs.push([one, now]);
      return one === undefined;
    });
    while (left.length > 0 && unmatched.length > 0) pairs.push([left.shift() ?? {}, unmatched.shift() ?? {}]);
    return [
      ...pairs.flatMap(([one, now]) => this.changes(one, now, path)),
      ...left.map((one) => this.#told("narrower", path, `a choice was removed: ${brief(one)}`)),
      ...unmatched.map((now) => this.#told("wider", path, `a choice was added: ${brief(now)}`)),
      ...(isExclusive ? this.#overlaps(changed, fresh.choices, path) : []),
    ];
  }

  /** A request that fitted one of exclusive choices is refused when a changed choice takes it too. */
  #overlaps(changed: readonly Schema[], all: readonly Schema[], path: string): Change[] {
    if (this.#at.direction === "answer") return [];
    const named = this.#at.after;
    return changed
      .filter((one) => all.some((other) => other !== one && !areDisjoint(one, named, other, named)))
      .map((one) => this.#told("other", path, `a choice may overlap with another: ${brief(one)}`));
  }
}

function brief(schema: Schema): string {
  return canonical(schema).slice(0, 120);
}

function take<Value>(list: Value[], isWanted: (value: Value) => boolean): Value | undefined {
  const at = list.findIndex(isWanted);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}
