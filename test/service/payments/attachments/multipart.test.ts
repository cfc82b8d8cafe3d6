import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMultipart } from '../../../../service/payments/attachments/multipart.ts';

const TYPE = 'multipart/form-data; boundary=edge';

it('the multipart parser never throws; it refuses invalid bytes with 400 or 415', () => {
  const piece = fc.oneof(
    fc.constantFrom('--edge', '--edge--', '\r\n', '\r\n\r\n', 'content-disposition: form-data'),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const read = parseMultipart(Buffer.from(pieces.join('')), TYPE);
      if (!read.ok) expect(['Bad Request', 'Unsupported Media Type']).toContain(read.refusal.type);
    }),
    { numRuns: 2_000 },
  );
});

it('the multipart parser returns the exact bytes of every part, even if they resemble a boundary', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((body) => Buffer.from(body));
  const almost = fc.constantFrom('--edg', '\r\n--edg', 'edge--', '\r\n').map((s) => Buffer.from(s));
  const bodies = fc.array(fc.oneof(bytes, almost), { maxLength: 20 });
  fc.assert(
    fc.property(bodies, (given) => {
      const safe = given.filter((body) => !body.includes('--edge'));
      const head =
        '--edge\r\nContent-Disposition: form-data; name="x"\r\nContent-Type: a/b\r\n\r\n';
      const chunks = safe.flatMap((body) => [Buffer.from(head), body, Buffer.from('\r\n')]);
      const read = parseMultipart(Buffer.concat([...chunks, Buffer.from('--edge--')]), TYPE);
      expect(read.ok && read.value.map((part) => part.body)).toEqual(safe);
    }),
  );
});

it.each([
  ['multipart/form-data', 415],
  ['multipart/mixed; boundary=edge', 415],
  [undefined, 415],
  ['multipart/form-data; boundary="edge"', 200],
  ['Multipart/Form-Data;charset=utf-8;boundary=edge', 200],
])('the multipart parser answers content type %s with %i', (type, expected) => {
  const read = parseMultipart(Buffer.from('--edge--'), type);
  expect(read.ok ? 200 : 415).toBe(expected);
});
