import { checkSchema, columnOf, fieldIndex } from "#index/schema.ts";
import type { CollectionSchema } from "#index/schema.ts";

/**
 * A schema as the engine's inner loops read it: a field is its place in the schema, a set of fields a 32-bit mask.
 *
 * Positions of different fields of a document are kept apart by adding the field's slot, `slotBits` up: the main field
 * comes first, then the others in their order, as in the file. No proximity reaches over a slot.
 */
export class Layout {
  readonly schema: CollectionSchema;
  readonly fields: number;
  readonly names: readonly string[];
  readonly main: number;
  readonly weights: readonly number[];
  readonly bs: readonly number[];
  readonly k1: number;
  readonly formWeight: number;
  /** Searched by a node that names no field. */
  readonly defaultMask: number;
  readonly sourcedMask: number;
  /** Words of a field beyond this one are not indexed. */
  readonly positions_max: number;
  /** Names what decides over the bytes of an index: one written under another cannot be read. */
  readonly fingerprint: string;
  /** Names what decides over scores: bounds written under another bound nothing and are passed over. */
  readonly scoring: string;
  readonly #slotBits: number;

  constructor(schema: CollectionSchema) {
    checkSchema(schema);
    const { fields, columns, k1, formWeight = 1, vectors } = schema;
    this.schema = schema;
    this.fields = fields.length;
    this.names = fields.map((field) => field.name);
    this.main = fields.findIndex((field) => field.isMain === true);
    this.weights = fields.map((field) => field.weight);
    this.bs = fields.map((field) => field.b);
    this.k1 = k1;
    this.formWeight = formWeight;
    this.defaultMask = maskOf(fields.map((field) => field.isOnlyNamed !== true));
    this.sourcedMask = maskOf(fields.map((field) => field.hasSources === true));
    this.#slotBits = 31 - Math.ceil(Math.log2(fields.length));
    this.positions_max = 2 ** (this.#slotBits - 1);
    const shapes = fields.map(({ name, isMain = false, hasSources = false }) => [name, isMain, hasSources]);
    const kinds = columns.map((column) => [column.name, column.kind, "isList" in column]);
    this.fingerprint = JSON.stringify({ fields: shapes, columns: kinds, vectors });
    this.scoring = JSON.stringify({ k1, fields: fields.map(({ name, weight, b }) => [name, weight, b]) });
  }

  /** The fields a node looks into. Throws `invalid_input` for one the schema has not. */
  maskOf(field: string | undefined): number {
    return field === undefined ? this.defaultMask : 1 << fieldIndex(this.schema, field);
  }

  /** Throws `invalid_input` for a column the schema has not. */
  columnOf(name: string): CollectionSchema["columns"][number] {
    return columnOf(this.schema, name);
  }

  /** Whether a mask leaves no field out. */
  isWhole(mask: number): boolean {
    return mask === (this.fields === 32 ? -1 : (1 << this.fields) - 1);
  }

  /** `weight / (1 - b + b * length / average)`: what one occurrence in a field of this length counts. */
  occurrenceWeight(field: number, length: number, average: number): number {
    const b = this.bs[field] as number;
    const norm = average > 0 ? 1 - b + (b * length) / average : 1;
    return (this.weights[field] as number) / norm;
  }

  /** What is added to the positions of a field. */
  baseOf(field: number): number {
    const slot = field === this.main ? 0 : field < this.main ? field + 1 : field;
    return slot << this.#slotBits;
  }

  /** The field of a position with its base. */
  fieldOf(position: number): number {
    const slot = position >> this.#slotBits;
    return slot === 0 ? this.main : slot <= this.main ? slot - 1 : slot;
  }

  /** The first position after the slot that this one is in. */
  endOfSlot(position: number): number {
    return ((position >> this.#slotBits) + 1) * 2 ** this.#slotBits;
  }
}

function maskOf(flags: readonly boolean[]): number {
  return flags.reduce((mask, isSet, field) => (isSet ? mask | (1 << field) : mask), 0);
}

/** The lowest field of a mask that is not 0. */
export function lowestField(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
