import type { z } from 'zod';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from './errors.ts';

/** Checks `input` against a schema; every violation at once, by dotted path (D-23). */
export function validate<T extends z.ZodType>(schema: T, input: unknown): Answer<z.output<T>> {
  // A message of the schema has priority over these sentences. Only the reported input distinguishes a
  // missing field from one of the wrong type.
  const result = schema.safeParse(input, { error: sentence, reportInput: true });
  if (result.success) return answer(result.data);
  return refuse('validation_error', VALIDATION_SENTENCE, fieldErrors(result.error));
}

function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Field names come from outside: a null prototype keeps `__proto__` an ordinary key.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const messages = fields[path] ?? [];
    const missing =
      (issue.code === 'invalid_type' || issue.code === 'invalid_union') &&
      issue.input === undefined;
    messages.push(missing ? 'is required' : issue.message);
    fields[path] = messages;
  }
  return fields;
}

const FORMS: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

/** What is wrong, in the product's own words: the validator's would change with its version. */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return FORMS[String(issue.expected)] ?? 'has the wrong type';
    case 'too_big':
      return bound('most', issue.origin, Number(issue.maximum));
    case 'too_small':
      return bound('least', issue.origin, Number(issue.minimum));
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `has members that are not known: ${namesOf(issue.keys)}`;
    default:
      return 'has a form that is not allowed';
  }
}

/** Names that come from outside, cut to what fits into a sentence. */
function namesOf(keys: readonly string[]): string {
  const names = keys.slice(0, UNKNOWN_NAMES_SHOWN).map((key) => JSON.stringify(key.slice(0, 40)));
  return names.join(', ') + (keys.length > UNKNOWN_NAMES_SHOWN ? ', …' : '');
}

const UNKNOWN_NAMES_SHOWN = 5;

function bound(side: 'most' | 'least', origin: unknown, limit: number): string {
  switch (origin) {
    case 'string':
      return `must have at ${side} ${limit} characters`;
    case 'array':
    case 'set':
      return `must have at ${side} ${limit} entries`;
    default:
      return `must be at ${side} ${limit}`;
  }
}
