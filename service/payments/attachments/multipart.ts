import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** One part of a multipart body. */
export type Part = {
  /** Its name in the form, or its number if it has none. */
  readonly name: string;
  /** Lower case, without parameters; null when the part has no Content-Type. */
  readonly type: string | null;
  readonly body: Buffer;
};

const HEADER_BYTES_MAX = 4 * 1024;
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
const NEW_LINE = Buffer.from('\r\n');
const CLOSING = Buffer.from('--');

/**
 * Parses a multipart/form-data body (RFC 7578). Parts without a file name keep their media type,
 * which separates a receipt from a picture (D-160). Refuses a malformed body.
 */
export function parseMultipart(body: Buffer, contentType: string | undefined): Answer<Part[]> {
  const boundary = boundaryOf(contentType);
  if (boundary === null) {
    return refuse(
      'Unsupported Media Type',
      'An upload is multipart/form-data with a boundary, or one image/png, item list or receipt.',
    );
  }
  const delimiter = Buffer.from(`--${boundary}`);
  let at = body.indexOf(delimiter);
  if (at < 0) return MALFORMED;
  const parts: Part[] = [];
  for (;;) {
    at += delimiter.length;
    if (startsWith(body, CLOSING, at)) return answer(parts);
    if (!startsWith(body, NEW_LINE, at)) return MALFORMED;
    const start = at + NEW_LINE.length;
    const end = body.indexOf(Buffer.concat([NEW_LINE, delimiter]), start - NEW_LINE.length);
    if (end < 0) return MALFORMED;
    if (parts.length === LIMITS.attachmentPartsMax) {
      return refuse('Bad Request', `An upload has at most ${LIMITS.attachmentPartsMax} parts.`);
    }
    const part = partOf(body.subarray(start, end), parts.length);
    if (part === null) return MALFORMED;
    parts.push(part);
    at = end + NEW_LINE.length;
  }
}

const MALFORMED = refuse('Bad Request', 'The upload is not well-formed multipart/form-data.');

function startsWith(body: Buffer, text: Buffer, at: number): boolean {
  return body.subarray(at, at + text.length).equals(text);
}

function boundaryOf(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data\s*;(.*)$/i.exec(contentType ?? '');
  const boundaryMatch = /(?:^|;)\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    match?.[1] ?? '',
  );
  return boundaryMatch?.[1] ?? boundaryMatch?.[2] ?? null;
}

function partOf(bytes: Buffer, index: number): Part | null {
  const end = bytes.indexOf(END_OF_HEADERS);
  if (end < 0 || end > HEADER_BYTES_MAX) return null;
  const headers = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const find = (name: string) =>
    headers.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1);
  const disposition = find('content-disposition');
  if (disposition === undefined || !/^\s*form-data\s*(?:;|$)/i.test(disposition)) return null;
  const name = /;\s*name="([^"]{1,100})"/i.exec(disposition)?.[1] ?? String(index);
  const type = find('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? null;
  return { name, type, body: bytes.subarray(end + END_OF_HEADERS.length) };
}
