import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaOf } from '../../../shared/protocol/schema-of.ts';

/* The compiler judges these lines: a line that compiles below `@ts-expect-error` is an error of its own. */

type Line = { readonly id: string; readonly note?: string };
type Whole = {
  readonly lines: readonly Line[];
  readonly end: { kind: 'a' } | { kind: 'b'; n?: number };
};

const end = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a') }),
  z.object({ kind: z.literal('b'), n: z.int().exactOptional() }),
]);
const line = z.object({ id: z.string(), note: z.string().exactOptional() });
const lines = z.array(line);

it('a schema with every member of its type compiles, and reads what was written', () => {
  const whole = schemaOf<Whole>()(z.object({ lines, end }));
  const value: Whole = { lines: [{ id: '1', note: 'n' }], end: { kind: 'b', n: 1 } };
  expect(whole.parse(JSON.parse(JSON.stringify(value)))).toEqual(value);
});

it('a schema that lacks a member of its type does not compile, at any depth', () => {
  // @ts-expect-error `note` of a line is missing.
  const noNote = schemaOf<Whole>()(z.object({ lines: z.array(line.omit({ note: true })), end }));
  // @ts-expect-error `n` of an end is missing.
  schemaOf<Whole>()(z.object({ lines, end: z.object({ kind: z.enum(['a', 'b']) }) }));
  // @ts-expect-error the end `b` is missing.
  schemaOf<Whole>()(z.object({ lines, end: z.object({ kind: z.literal('a') }) }));
  // What would be lost otherwise.
  expect(noNote.parse({ lines: [{ id: '1', note: 'n' }], end: { kind: 'a' } })).toEqual({
    lines: [{ id: '1' }],
    end: { kind: 'a' },
  });
});

it('a schema that has more than its type, or asks for what may be left out, does not compile', () => {
  // @ts-expect-error a line has no `more`.
  schemaOf<Line>()(line.extend({ more: z.string() }));
  // @ts-expect-error `note` may be left out.
  schemaOf<Line>()(z.object({ id: z.string(), note: z.string() }));
  expect(schemaOf<Line>()(line)).toBe(line);
});
