/** What is used of the runtime's WebAssembly, which Node's types leave to those of browsers. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    /** `initial` pages of 65,536 bytes, zeros at first. */
    readonly buffer: ArrayBuffer;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  class Instance {
    constructor(module: object, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
