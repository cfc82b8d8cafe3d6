/*
 * What the codecs of pictures name, which Node.js has or makes, and its types do not name.
 */

interface ImageData {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly colorSpace: 'srgb';
}

declare namespace WebAssembly {
  type Imports = Readonly<Record<string, unknown>>;
  type Exports = Readonly<Record<string, unknown>>;
  class Module {
    constructor(code: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Exports;
  }
}
