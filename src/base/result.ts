/** Outcome of an operation whose failure the caller is expected to handle: no exception crosses this boundary. */
export type Result<Value, Failure> = Ok<Value> | Err<Failure>;
export type Ok<Value> = { readonly ok: true; readonly value: Value };
export type Err<Failure> = { readonly ok: false; readonly error: Failure };

export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

export function err<Failure>(error: Failure): Err<Failure> {
  return { ok: false, error };
}
