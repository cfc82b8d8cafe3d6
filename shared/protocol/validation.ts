import type { z } from 'zod';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from './errors.ts';

/** Checks `input` against a schema; every violation at once, by dotted path (D-23). */
export function validate<T extends z.ZodType>(schema: T, input: unknown): Answer<z.output<T>> {
  // Only the reported input tells a missing field from one of the wrong type.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return answer(result.data);
  return refuse('validation_error', VALIDATION_SENTENCE, fieldErrors(result.error));
}

function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Field names come from outside: a null prototype keeps `__proto__` an ordinary key.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const messages = fields[path] ?? [];
    messages.push(sentence(issue));
    fields[path] = messages;
  }
  return fields;
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is required';
  return issue.message;
}
