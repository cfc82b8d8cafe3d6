/* What screens use of this package, whose own types name those of Node.js. */
export function create(
  text: string,
  options: { readonly errorCorrectionLevel: 'M' },
): { readonly modules: { readonly size: number; readonly data: Uint8Array } };
