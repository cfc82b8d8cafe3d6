/** How many digits a PIN has. */
export const PIN_DIGITS = { min: 4, max: 8 } as const;
