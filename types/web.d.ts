/*
 * What the shared core may use of its platform: the part of the web's interfaces that browsers and Node.js both have.
 * The core is compiled against this file alone, so a use of a page or of Node.js in it does not compile. Programs that
 * import the core compile it against the types of their own platform.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', run: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', run: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class Headers {
  constructor(headers?: Readonly<Record<string, string>>);
  get(name: string): string | null;
  set(name: string, value: string): void;
  append(name: string, value: string): void;
}
interface BodyReader {
  read(): Promise<
    | { readonly done: false; readonly value: Uint8Array<ArrayBuffer> }
    | { readonly done: true; readonly value?: undefined }
  >;
  cancel(): Promise<void>;
}
interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { getReader(): BodyReader } | null;
}
declare function fetch(
  url: string,
  request?: {
    readonly method?: string;
    readonly headers?: Headers;
    readonly body?: Uint8Array<ArrayBuffer> | null;
    readonly redirect?: 'manual';
    readonly signal?: AbortSignal;
  },
): Promise<Response>;

declare class URL {
  constructor(text: string, base?: string | URL);
  static parse(text: string, base?: string): URL | null;
  hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  readonly password: string;
  pathname: string;
  readonly port: string;
  readonly protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  readonly username: string;
}
interface URLSearchParams {
  append(name: string, value: string): void;
  get(name: string): string | null;
  set(name: string, value: string): void;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(encoding?: string, options?: { readonly fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
declare function atob(text: string): string;
declare function btoa(text: string): string;

interface CryptoKey {
  readonly type: string;
}
type SigningAlgorithm = { readonly name: string; readonly hash: string };
type Bytes = Uint8Array<ArrayBuffer>;
declare const crypto: {
  getRandomValues(bytes: Bytes): Bytes;
  readonly subtle: {
    digest(algorithm: string, bytes: Bytes): Promise<ArrayBuffer>;
    importKey(
      format: 'pkcs8' | 'spki',
      key: Bytes,
      algorithm: SigningAlgorithm,
      extractable: boolean,
      uses: readonly ('sign' | 'verify')[],
    ): Promise<CryptoKey>;
    sign(algorithm: SigningAlgorithm, key: CryptoKey, bytes: Bytes): Promise<ArrayBuffer>;
    verify(
      algorithm: SigningAlgorithm,
      key: CryptoKey,
      signature: Bytes,
      bytes: Bytes,
    ): Promise<boolean>;
  };
};

declare const performance: { now(): number };
declare function setTimeout(run: () => void, delay: number): unknown;
declare function clearTimeout(timer: unknown): void;
