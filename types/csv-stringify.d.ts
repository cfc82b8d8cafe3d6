/* What the core uses of this package, whose own types name those of Node.js. */
export function stringify(rows: readonly (readonly string[])[]): string;
