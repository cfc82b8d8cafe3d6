import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../../../../shared/node/openapi/json-schema.ts';
import { optional, withDefault } from '../../../../shared/protocol/basic.ts';

it('what may be left out says so, and names its default only where it has one (D-29)', () => {
  const schema = z.object({
    needed: z.string(),
    left_out: optional(z.string()),
    usual: withDefault(z.boolean(), false),
  });
  expect(jsonSchema(schema, 'input')).toEqual({
    type: 'object',
    properties: {
      needed: { type: 'string' },
      left_out: { type: ['string', 'null'] },
      usual: { type: ['boolean', 'null'], default: false },
    },
    required: ['needed'],
  });
});
