import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseForm } from '../../../../shared/node/http/form-body.ts';
import { optional, withDefault } from '../../../../shared/protocol/basic.ts';

const schema = z.object({
  plain: z.number(),
  left_out: optional(z.number()),
  usual: withDefault(z.boolean(), false),
  agreed: optional(z.boolean()),
  words: optional(z.string()),
});

it('numbers and booleans of a form are read by the schema, also in optional fields (V-7)', () => {
  const form = Buffer.from('plain=1&left_out=2&usual=True&agreed=0&words=3');
  const read = parseForm(form, schema);
  const value = { plain: 1, left_out: 2, usual: true, agreed: false, words: '3' };
  expect(read).toEqual({ ok: true, value });
});
