import { z } from 'zod';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from './errors.ts';

/** Values of an input in which every violation is named; in a larger one those of the first wrong entry (D-503). */
const VALUES_NAMED_MAX = 5_000;
/** Entries of a list that are checked together. */
const LONG_LIST = 50;

/**
 * Checks `input` against a schema; every violation at once, by dotted path (D-23). Where the input has thousands of
 * values, its lists are checked entry by entry up to the first wrong one: 20,000 wrong ones cost a second, and are
 * megabytes of words.
 */
export function validate<T extends z.ZodType>(schema: T, input: unknown): Answer<z.output<T>> {
  const early = hasMoreValues(input, VALUES_NAMED_MAX) ? firstWrongEntry(schema, input, []) : [];
  if (early.length > 0) return wrong(early);
  const result = schema.safeParse(input, WORDS);
  return result.success ? answer(result.data) : wrong(result.error.issues);
}

/** A message of the schema comes first. Only the reported input tells a missing field from one of the wrong type. */
const WORDS = { error: sentence, reportInput: true };

const wrong = (issues: readonly z.core.$ZodIssue[]) =>
  refuse('validation_error', VALIDATION_SENTENCE, fieldErrors(issues));

/** True if lists and objects have more than `most` members at all depths. It counts no further than that. */
function hasMoreValues(input: unknown, most: number): boolean {
  let count = 0;
  const goOn = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    const members = Object.values(value);
    count += members.length;
    return count <= most && members.every(goOn);
  };
  return !goOn(input);
}

/** What is wrong with the first wrong entry of a long list, at any depth; nothing if there is none. */
function firstWrongEntry(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly PropertyKey[],
): readonly z.core.$ZodIssue[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(input)) {
    for (const [at, entry] of input.entries()) {
      const issues =
        input.length > LONG_LIST
          ? (z.safeParse(inner.element, entry, WORDS).error?.issues ?? [])
          : firstWrongEntry(inner.element, entry, []);
      const own = [...path, at];
      if (issues.length > 0) {
        return issues.map((issue) => ({ ...issue, path: [...own, ...issue.path] }));
      }
    }
  } else if (inner instanceof z.ZodObject && typeof input === 'object' && input !== null) {
    for (const [name, member] of Object.entries(inner.shape)) {
      const found = firstWrongEntry(member, Reflect.get(input, name), [...path, name]);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** The schema of a value that is there, as it comes. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unwrapped(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  // Field names come from outside: a null prototype keeps `__proto__` an ordinary key.
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of issues) {
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
