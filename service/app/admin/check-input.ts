import type { z } from 'zod';
import { type Answer, answer, type Refusal, refuse } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';

/** Checks what a command was given; the refusal says in one line what is wrong with which option. */
export function checkInput<T extends z.ZodType>(
  schema: T,
  input: Readonly<Record<string, unknown>>,
): Answer<z.output<T>> {
  const checked = validate(schema, input);
  return checked.ok ? answer(checked.value) : inOneLine(checked.refusal);
}

/** A refusal of the rules as one line; names of fields become names of options. */
export function inOneLine(refusal: Refusal) {
  const faults = Object.entries(refusal.details ?? {}).map(
    ([field, messages]) => `${field.replaceAll('_', '-')} ${[messages].flat().join(' and ')}`,
  );
  const line = faults.length === 0 ? refusal.description : `${faults.join('; ')}.`;
  return refuse('Bad Request', line);
}
