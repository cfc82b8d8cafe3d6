import { z } from 'zod';
import { PIN_DIGITS } from './pin-digits.ts';

export { PIN_DIGITS } from './pin-digits.ts';

/** A PIN as it is typed: 4 to 8 digits. */
export const pin = z
  .string()
  .regex(
    new RegExp(`^[0-9]{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`),
    `must be ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`,
  );
