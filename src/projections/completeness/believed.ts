/** What was read, for as long as who asks believes it; who asks while it is read shares it, unless it was begun too early. */
export function believed<Value>(
  read: () => Promise<Value>,
  now_ms: () => number,
): (believed_ms: number) => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly begun_ms: number } | undefined;
  return async (believed_ms) => {
    const begun_ms = now_ms();
    if (last !== undefined && begun_ms - last.begun_ms < believed_ms) return last.value;
    const one = { value: read(), begun_ms };
    last = one;
    one.value.catch(() => {
      if (last === one) last = undefined;
    });
    return one.value;
  };
}
