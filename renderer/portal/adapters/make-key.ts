/** A new RSA key of this browser, as PEM texts. */
export type MadeKey = { readonly privateKey: string; readonly publicKey: string };

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};

/** Makes a key; null where the browser has no cryptography, as on plain http over a network. */
export async function makeKey(): Promise<MadeKey | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ]);
  return { privateKey: pem('PRIVATE KEY', pkcs8), publicKey: pem('PUBLIC KEY', spki) };
}

function pem(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
