import { inspect, isDeepStrictEqual } from 'node:util';

/** A row's claim does not hold; the message says what was expected and what was found. */
export class ClaimFailed extends Error {}

/**
 * A request that a row needs before its claim was not answered as the specification says. The row says
 * nothing about it, so all rows with the same cause are reported as its consequences.
 */
export class StepFailed extends Error {
  /** The request and its status, or what is missing: the same text for every row that it stops. */
  readonly step: string;
  constructor(step: string, reply = '') {
    super(reply === '' ? step : `${step}: ${reply.slice(0, 300)}`);
    this.step = step;
  }
}

/** Throws `StepFailed` if a request that a row needs was not answered with one of these statuses. */
export function needsStatus(
  request: string,
  reply: { readonly status: number; readonly text: string },
  ...wanted: readonly number[]
): void {
  if (wanted.includes(reply.status)) return;
  const said = reply.text === '' ? 'without a body' : reply.text;
  const expected = `expected ${wanted.join(' or ')}, got ${said}`;
  throw new StepFailed(`${request} was answered with ${reply.status}`, expected);
}

/** The text of a member that a row needs of a reply. Throws `StepFailed` without it. */
export function needsMember(request: string, json: unknown, name: string): string {
  const value: unknown = Object(json)[name];
  if (typeof value === 'string') return value;
  throw new StepFailed(`the reply to ${request} has no text ${name}`, JSON.stringify(json) ?? '');
}

/** A description that stands for any value for which `test` is true. */
class Matcher {
  readonly words: string;
  readonly test: (value: unknown) => boolean;
  constructor(words: string, test: (value: unknown) => boolean) {
    this.words = words;
    this.test = test;
  }
  [inspect.custom](): string {
    return this.words;
  }
}

const textOf = (value: unknown): string => {
  const words = inspect(value, { depth: 5, breakLength: Infinity, maxStringLength: 300 });
  return words.length > 400 ? `${words.slice(0, 400)}...` : words;
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a value is what was expected. Members with the value undefined count as absent. With
 * `partly` the value may have more members, at any depth; lists have the same length.
 */
function matches(value: unknown, expected: unknown, partly: boolean): boolean {
  if (expected instanceof Matcher) return expected.test(value);
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item, index) => matches(value[index], item, partly))
    );
  }
  if (!isObject(expected)) return Object.is(value, expected);
  if (!isObject(value) || Array.isArray(value)) return false;
  const present = (from: Readonly<Record<string, unknown>>) =>
    Object.keys(from).filter((name) => from[name] !== undefined);
  const names = new Set([...present(expected), ...(partly ? [] : present(value))]);
  return [...names].every((name) => matches(value[name], expected[name], partly));
}

function has(value: unknown, item: unknown): boolean {
  if (typeof value === 'string') return value.includes(String(item));
  return Array.isArray(value) && value.some((one) => isDeepStrictEqual(one, item));
}

/**
 * The claims about a value that checks make, in the words of the usual test runners. Each throws
 * `ClaimFailed` if it does not hold. The command has them here because the installed package has no
 * test runner.
 */
export function expect(value: unknown, about = '') {
  const claim = (holds: boolean, words: string) => {
    if (holds) return;
    throw new ClaimFailed(`${about && `${about}: `}expected ${words}, got ${textOf(value)}`);
  };
  const size = () =>
    Array.isArray(value) || typeof value === 'string' ? value.length : Number.NaN;
  return {
    toBe: (other: unknown) => claim(Object.is(value, other), textOf(other)),
    toEqual: (other: unknown) => claim(matches(value, other, false), textOf(other)),
    toMatchObject: (other: unknown) => claim(matches(value, other, true), textOf(other)),
    toMatch: (form: RegExp) => claim(form.test(String(value)), `a text like ${form}`),
    toContain: (item: unknown) => claim(has(value, item), `something with ${textOf(item)}`),
    toHaveLength: (length: number) => claim(size() === length, `${length} items`),
    toHaveProperty: (name: string) =>
      claim(isObject(value) && name in value, `an object with the member ${name}`),
    toBeGreaterThan: (bound: number) => claim(Number(value) > bound, `more than ${bound}`),
    toBeDefined: () => claim(value !== undefined, 'a value'),
    toBeUndefined: () => claim(value === undefined, 'no value'),
    toBeNull: () => claim(value === null, 'null'),
  };
}

/** Stand for one member of what is expected. */
export const anything = new Matcher('anything', (value) => value !== null && value !== undefined);
export const anyText = new Matcher('a text', (value) => typeof value === 'string');
export const textWith = (part: string) =>
  new Matcher(`a text with ${part}`, (value) => typeof value === 'string' && value.includes(part));
export const textLike = (form: RegExp) =>
  new Matcher(`a text like ${form}`, (value) => typeof value === 'string' && form.test(value));
export const oneOf = (values: readonly unknown[]) =>
  new Matcher(`one of ${values.join(', ')}`, (value) => values.includes(value));
