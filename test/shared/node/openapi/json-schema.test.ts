import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchema } from '../../../../shared/node/openapi/json-schema.ts';
import { optional, withDefault } from '../../../../shared/protocol/basic.ts';

it('optional members are not required and allow null; only members with a default state it (D-29)', () => {
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
