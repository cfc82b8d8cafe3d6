/* What the core uses of this package, whose own types name those of Node.js. */
export class CsvError extends Error {
  readonly [key: string]: unknown;
}
export function parse(text: string, options: object): string[][];
