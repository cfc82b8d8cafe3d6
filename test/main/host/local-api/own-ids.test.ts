import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { COMMAND_EXAMPLES } from '../../../../main/host/local-api/openapi/command-examples.ts';
import { TILL_EXAMPLES } from '../../../../main/host/local-api/openapi/examples.ts';
import { registerBody, registerCommands } from '../../../../shared/device/till-api/commands.ts';
import {
  TILL_ROUTES,
  type TillRoute,
  tillRouteNames,
} from '../../../../shared/device/till-api/routes.ts';
import * as hostIds from '../../../../shared/ids/host-ids.ts';
import { createIds } from '../../../../shared/ids/ids.ts';
import { jsonSchema } from '../../../../shared/node/openapi/json-schema.ts';

/* No call of the till API can name an id that the till makes of another one. */

/** The ids that a register chooses. */
const CHOSEN = ['id', 'capture_id', 'refund_id', 'question_id'];

const SALE = '12-4f7a1c094f7a1c09';
const OWN = [
  hostIds.secondOf,
  hostIds.vendOf,
  hostIds.refundOfUndelivered,
  hostIds.refundOfApproval,
  hostIds.tenderId,
  hostIds.entryOfRefund,
  hostIds.entryOfCommand,
  hostIds.receiptOfSale,
].map((make) => make(SALE));

const idsOf = (body: z.ZodType, isId: (member: string) => boolean) => {
  const { properties = {} } = jsonSchema(body, 'input');
  return Object.keys(properties).filter(isId);
};

const ofRoutes = tillRouteNames().flatMap((name) => {
  const { body }: TillRoute = TILL_ROUTES[name];
  const example = TILL_EXAMPLES[name];
  if (body === undefined || !('body' in example)) return [];
  const ids = idsOf(body, (member) => member.endsWith('_id'));
  return [{ name: name as string, body, example: Object(example.body), ids }];
});
const ofCommands = registerCommands().flatMap((name) => {
  const body = registerBody(name);
  if (body === null) return [];
  const ids = idsOf(body, (member) => member === 'id');
  return [{ name: name as string, body, example: Object(COMMAND_EXAMPLES[name]), ids }];
});
const bodies = [...ofRoutes, ...ofCommands].filter(({ ids }) => ids.length > 0);

describe.each(bodies)('$name', ({ body, example, ids }) => {
  it('takes no id of the till, and each random one of a program', () => {
    // Another member is the id of a thing that is there: then say so here.
    expect(CHOSEN).toEqual(expect.arrayContaining(ids));
    for (const member of ids) {
      const takes = (id: string) => body.safeParse({ ...example, [member]: id }).success;
      for (const own of OWN) expect([own, takes(own)]).toEqual([own, false]);
      const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
      fc.assert(
        fc.property(bytes, (random) => takes(createIds((n) => random.slice(0, n)).message())),
        { numRuns: 20 },
      );
    }
  });
});

it('all ids that a register chooses are tried', () => {
  expect(new Set(bodies.flatMap(({ ids }) => ids))).toEqual(new Set(CHOSEN));
});
