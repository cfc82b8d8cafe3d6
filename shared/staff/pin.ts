import { z } from 'zod';

export const PIN_DIGITS = { min: 4, max: 8 } as const;

/** A PIN as it is typed: 4 to 8 digits. */
export const pin = z
  .string()
  .regex(
    new RegExp(`^[0-9]{${PIN_DIGITS.min},${PIN_DIGITS.max}}$`),
    `must be ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`,
  );
