type Openable = { open(): Promise<void>; close(): Promise<void> };

/** Opens a thing and answers it; where that fails it is closed, and what failed is thrown. */
export async function openOrClose<One extends Openable>(one: One): Promise<One> {
  try {
    await one.open();
    return one;
  } catch (error) {
    await one.close();
    throw error;
  }
}
