import { joined } from './picture-file.ts';

/** Bytes of a page of memory. */
export const PAGE = 65_536;
const MEMORY_SECTION = 5;

/**
 * Compiles a WebAssembly module whose memory never has more than so many pages: a program that asks for more gets
 * none, and ends with an error of its own. Throws if the module has no memory of its own.
 */
export function boundedModule(code: Uint8Array<ArrayBuffer>, pagesMax: number): WebAssembly.Module {
  let at = 8;
  while (at < code.length) {
    const size = numberAt(code, at + 1);
    const end = size.end + size.value;
    if (code[at] === MEMORY_SECTION) {
      // One memory: flags, its first pages and perhaps its most.
      const first = numberAt(code, size.end + 2);
      const section = [1, 1, ...written(first.value), ...written(pagesMax)];
      const head = [MEMORY_SECTION, ...written(section.length)];
      const parts = [code.subarray(0, at), [...head, ...section], code.subarray(end)];
      return new WebAssembly.Module(joined(parts.map((part) => Uint8Array.from(part))));
    }
    at = end;
  }
  throw new Error('The WebAssembly module has no memory of its own.');
}

/** Reads a number of seven bits in each byte, the lowest first. */
function numberAt(
  code: Uint8Array,
  start: number,
): { readonly value: number; readonly end: number } {
  let [value, at] = [0, start];
  for (let shift = 0; ; shift += 7) {
    const byte = code[at] ?? 0;
    at += 1;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, end: at };
  }
}

function written(value: number): readonly number[] {
  const rest = Math.floor(value / 128);
  return rest === 0 ? [value] : [(value % 128) + 128, ...written(rest)];
}
