/**
 * What was read, for as long as who asks believes it. Who asks while it is read does not get that, which may have been
 * begun too early, but the next reading, which all share that came meanwhile: there is one at a time.
 */
export function believed<Value>(
  read: () => Promise<Value>,
  now_ms: () => number,
): (believed_ms: number) => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly begun_ms: number } | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<Value> | undefined;

  const begin = async (): Promise<Value> => {
    const one = { value: read(), begun_ms: now_ms() };
    last = one;
    running = (async () => {
      if (!(await isRead(one.value)) && last === one) last = undefined;
      if (last === one || last === undefined) running = undefined;
    })();
    return one.value;
  };
  const afterRunning = async (): Promise<Value> => {
    await running;
    next = undefined;
    return begin();
  };

  return async (believed_ms) => {
    if (last !== undefined && now_ms() - last.begun_ms < believed_ms) return last.value;
    return running === undefined ? begin() : (next ??= afterRunning());
  };
}

async function isRead(value: Promise<unknown>): Promise<boolean> {
  return value.then(
    () => true,
    () => false,
  );
}
