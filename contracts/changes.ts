import { schemaChanges } from "./schema-changes.ts";
import type { Change, Direction } from "./schema-changes.ts";
import type { Body, OperationShape, Shape } from "./shape.ts";

/** Every difference between two shapes of one contract; none means that callers see the same. */
export function shapeChanges(before: Shape, after: Shape): Change[] {
  const addresses = namesOf(before.operations, after.operations);
  const components = namesOf(before.schemas, after.schemas).filter((name) => !(name in after.schemas));
  return [
    ...addresses.flatMap((address) => {
      const [old, fresh] = [before.operations[address], after.operations[address]];
      if (fresh === undefined) return [breaking(address, "was removed")];
      if (old === undefined) return [additive(address, "was added")];
      return operationChanges(old, fresh, new Comparison(address, before, after));
    }),
    ...components.map((name) => breaking(`schema ${name}`, "was removed or renamed: generated clients lose the type")),
  ];
}

/** Two operations at one address, and the shapes they stand in. */
class Comparison {
  readonly address: string;
  readonly #before: Shape;
  readonly #after: Shape;

  constructor(address: string, before: Shape, after: Shape) {
    this.address = address;
    this.#before = before;
    this.#after = after;
  }

  bodies(before: Body, after: Body, where: string, direction: Direction): Change[] {
    const place = `${this.address} ${where}`;
    return namesOf(before, after).flatMap((type) => {
      const [old, fresh] = [before[type], after[type]];
      if (fresh === undefined) return [breaking(place, `${type} was removed`)];
      if (old === undefined) return [(direction === "request" ? additive : breaking)(place, `${type} was added`)];
      return this.schemas(old, fresh, where, direction);
    });
  }

  schemas(before: Body[string], after: Body[string], where: string, direction: Direction): Change[] {
    const place = `${this.address} ${where}`;
    return schemaChanges(before, after, {
      place,
      direction,
      before: this.#before.schemas,
      after: this.#after.schemas,
    });
  }
}

function operationChanges(before: OperationShape, after: OperationShape, comparison: Comparison): Change[] {
  const { address } = comparison;
  return [
    ...(before.id === after.id ? [] : [breaking(address, `its id was ${before.id} and is ${after.id}`)]),
    ...(before.words === after.words ? [] : [breaking(address, "its words changed")]),
    ...before.security
      .filter((way) => !after.security.includes(way))
      .map((way) => breaking(address, `security ${way} was removed`)),
    ...after.security
      .filter((way) => !before.security.includes(way))
      .map((way) =>
        before.security.length === 0
          ? breaking(address, `security ${way} is wanted now`)
          : additive(address, `security ${way} was added`),
      ),
    ...comparison.schemas(before.parameters, after.parameters, "parameters", "request"),
    ...requestChanges(before, after, comparison),
    ...answerChanges(before, after, comparison),
  ];
}

function requestChanges(
  { request: before }: OperationShape,
  { request: after }: OperationShape,
  comparison: Comparison,
): Change[] {
  const place = `${comparison.address} request`;
  if (before === null && after === null) return [];
  if (after === null) return [breaking(place, "was removed")];
  if (before === null)
    return [(after.isRequired ? breaking : additive)(place, after.isRequired ? "is required now" : "was added")];
  return [
    ...(before.isRequired === after.isRequired
      ? []
      : [
          (after.isRequired ? breaking : additive)(
            place,
            after.isRequired ? "is required now" : "is no longer required",
          ),
        ]),
    ...comparison.bodies(before.body, after.body, "request", "request"),
  ];
}

/** A refusal that is new or gone changes no caller who knows that refusals happen; an answer does. */
function answerChanges(
  { answers: before }: OperationShape,
  { answers: after }: OperationShape,
  comparison: Comparison,
): Change[] {
  return namesOf(before, after).flatMap((status) => {
    const [old, fresh] = [before[status], after[status]];
    const place = `${comparison.address} answer ${status}`;
    if (old !== undefined && fresh !== undefined) return comparison.bodies(old, fresh, `answer ${status}`, "answer");
    const kind = /^[45]/u.test(status) ? additive : breaking;
    return [kind(place, old === undefined ? "was added" : "is no longer given")];
  });
}

const additive = (place: string, what: string): Change => ({ kind: "additive", place, what });
const breaking = (place: string, what: string): Change => ({ kind: "breaking", place, what });

function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
}
