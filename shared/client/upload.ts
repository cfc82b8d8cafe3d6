import type { AnyClock } from '../time/clock.ts';
import { exchange } from './exchange.ts';

/** What became of an upload. `gone`: the address is not, or no longer, good for one (D-163). */
export type Uploaded = 'uploaded' | 'gone' | 'refused' | 'silence';

/** Uploads one PNG picture to an `attachment_uri`; the address itself is the permission (D-160). */
export type Uploader = (
  address: string,
  picture: Uint8Array,
  deadline: number,
  signal: AbortSignal,
) => Promise<Uploaded>;

/** Ends the picture's part; a picture that contains it would be cut there. */
const BOUNDARY = 'tillkit-receipt-7f1c9ad02be64d5f';

/** Makes an uploader. Never throws for anything from outside. */
export function createUploader(deps: {
  readonly fetch: typeof fetch;
  readonly clock: AnyClock;
}): Uploader {
  return async (address, picture, deadline, signal) => {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return 'refused';
    const headers = new Headers({ 'content-type': `multipart/form-data; boundary=${BOUNDARY}` });
    const outgoing = { method: 'POST', url: address, headers, body: formOf(picture) };
    const reply = await exchange(outgoing, deps, deadline, signal);
    if (!reply.ok || reply.status >= 500 || reply.status === 429) return 'silence';
    if (reply.status === 404) return 'gone';
    return reply.status === 201 ? 'uploaded' : 'refused';
  };
}

function formOf(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const head =
    `--${BOUNDARY}\r\n` +
    'Content-Disposition: form-data; name="receipt"; filename="receipt.png"\r\n' +
    'Content-Type: image/png\r\n\r\n';
  const parts = [encode(head), picture, encode(`\r\n--${BOUNDARY}--\r\n`)];
  const form = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    form.set(part, at);
    at += part.length;
  }
  return form;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
