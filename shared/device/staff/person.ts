import { z } from 'zod';
import { line, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { PIN_DIGITS } from './pin-lockout.ts';
import { ROLES } from './role.ts';

/** A PIN as it is typed: 4 to 8 digits. */
export const pin = z
  .string()
  .regex(
    new RegExp(`^[0-9]{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`),
    `must be ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`,
  );

/** A name as the screens write it: one line without blanks around it. */
export const personName = z.string().trim().pipe(line(LIMITS.staffNameMax));
export const personRole = z.enum(ROLES);

/** What a supervisor may change about the staff. PINs are received and never sent. */
export const staffChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), name: personName, role: personRole, pin }),
  z.object({ kind: z.literal('rename'), personId: reference, name: personName }),
  z.object({ kind: z.literal('role'), personId: reference, role: personRole }),
  z.object({ kind: z.literal('pin'), personId: reference, pin }),
  z.object({ kind: z.literal('remove'), personId: reference }),
]);
export type StaffChange = z.output<typeof staffChange>;
