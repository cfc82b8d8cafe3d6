/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Reads standard base64 with any white space in it; null when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replace(/\s+/g, '');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain) || plain.length % 4 !== 0) return null;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
