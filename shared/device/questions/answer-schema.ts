import { z } from 'zod';
import { MONEY_MAX } from '../../money/money.ts';
import { reference, withoutTurns } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import type { CustomerAnswer } from './question.ts';

/** What the customer typed, as a cash register shows it (D-545). */
const words = (most: number) => z.string().overwrite(withoutTurns).max(most);

/** An answer as a screen sends it. Whether the question allows it is checked by `fits`. */
export const customerAnswer = schemaOf<CustomerAnswer>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('choice'), option: reference }),
    z.strictObject({ kind: z.literal('confirmation'), yes: z.boolean() }),
    z.strictObject({ kind: z.literal('number'), value: z.int().min(-MONEY_MAX).max(MONEY_MAX) }),
    z.strictObject({ kind: z.literal('text'), value: words(LIMITS.questionTextMax) }),
    z.strictObject({ kind: z.literal('email'), value: words(LIMITS.sspEmailMax) }),
    z.strictObject({ kind: z.literal('none') }),
  ]),
);
