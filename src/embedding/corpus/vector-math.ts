/** Sums over stretches of `width` numbers. Four sums at once, so that none waits for the one before. */
export function dot(left: Float32Array, leftAt: number, right: Float32Array, rightAt: number, width: number): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let i = 0;
  for (; i + 3 < width; i += 4) {
    first += (left[leftAt + i] as number) * (right[rightAt + i] as number);
    second += (left[leftAt + i + 1] as number) * (right[rightAt + i + 1] as number);
    third += (left[leftAt + i + 2] as number) * (right[rightAt + i + 2] as number);
    fourth += (left[leftAt + i + 3] as number) * (right[rightAt + i + 3] as number);
  }
  for (; i < width; i++) first += (left[leftAt + i] as number) * (right[rightAt + i] as number);
  return first + second + (third + fourth);
}

/** `into += from * factor` */
export function addScaled(
  into: Float32Array,
  intoAt: number,
  from: Float32Array,
  fromAt: number,
  factor: number,
  width: number,
): void {
  for (let i = 0; i < width; i++)
    into[intoAt + i] = (into[intoAt + i] as number) + factor * (from[fromAt + i] as number);
}

/** Makes a stretch of unit length, and returns how long it was; one of zeros stays as it is. */
export function normalise(vectors: Float32Array, at: number, width: number): number {
  const length = Math.sqrt(dot(vectors, at, vectors, at, width));
  if (length > 0) for (let i = at; i < at + width; i++) vectors[i] = (vectors[i] as number) / length;
  return length;
}

/** `into[l * rows + r] = left row l * right row r`, four right rows at a time. */
export function productsOfRows(
  left: Float32Array,
  right: Float32Array,
  into: Float32Array,
  rows: number,
  width: number,
): void {
  for (let l = 0; l < rows; l++) {
    for (let r = 0; r < rows; r++) into[l * rows + r] = dot(left, l * width, right, r * width, width);
  }
}
