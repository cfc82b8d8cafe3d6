import { z } from 'zod';
import { LANGUAGES } from '../../catalogue/language.ts';
import { reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { customerAnswer } from '../questions/answer-schema.ts';
import { pin } from '../staff/person.ts';

/** Name of a good in the kiosk's list. */
export const goodId = reference.max(40, 'must be at most 40 characters');

/**
 * What a kiosk's screen may request of its host. It cannot send an amount, a phone number or the id of a
 * sale, so that a person who controls the screen cannot buy at a lower price.
 */
export const kioskCommand = z.discriminatedUnion('type', [
  /** A person touched the screen. */
  z.strictObject({ type: z.literal('touch') }),
  z.strictObject({ type: z.literal('begin') }),
  z.strictObject({ type: z.literal('choose'), good: goodId }),
  /** Starts a sale of this good, at the price of the host. */
  z.strictObject({ type: z.literal('pay'), good: goodId }),
  /** The customer's answer to the question on the screen. */
  z.strictObject({ type: z.literal('answer'), question: reference, answer: customerAnswer }),
  z.strictObject({ type: z.literal('cancel') }),
  /** Answers the warning: the customer is still there. */
  z.strictObject({ type: z.literal('stay') }),
  /** Chooses something else after a sale. */
  z.strictObject({ type: z.literal('again') }),
  z.strictObject({ type: z.literal('leave') }),
  z.strictObject({ type: z.literal('language'), value: z.enum(LANGUAGES) }),
  z.strictObject({ type: z.literal('text'), value: z.enum(['normal', 'large']) }),
  z.strictObject({ type: z.literal('reach'), value: z.enum(['normal', 'low']) }),
  z.strictObject({ type: z.literal('contrast'), value: z.enum(['normal', 'more']) }),
  /** `keypad`: speech that also names the keys, for a customer who operates the kiosk by them. */
  z.strictObject({ type: z.literal('speech'), value: z.enum(['off', 'on', 'keypad']) }),
  z.strictObject({ type: z.literal('volume'), value: z.int().min(1).max(LIMITS.kioskVolumeMax) }),
  z.strictObject({ type: z.literal('dark'), value: z.enum(['off', 'on']) }),
  z.strictObject({ type: z.literal('time'), value: z.enum(['normal', 'long']) }),
  /** The hidden corner was held. */
  z.strictObject({ type: z.literal('knock') }),
  z.strictObject({ type: z.literal('pin'), pin }),
  z.strictObject({ type: z.literal('shut') }),
  /** Commands of the service menu only. */
  z.strictObject({
    type: z.literal('service'),
    act: z.enum(['test_machine', 'restart_screen', 'leave_kiosk', 'enter_kiosk', 'ask_again']),
  }),
  /** A person has handled a sale that was paid and not delivered; only from the service menu. */
  z.strictObject({ type: z.literal('settle'), sale: reference }),
]);
export type KioskCommand = z.infer<typeof kioskCommand>;
