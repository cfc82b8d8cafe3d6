import type { z } from 'zod';

/**
 * A type with every member required, and those that may be left out marked. Two of them are assignable to each other
 * only if they have the same members, at every depth.
 */
type Marked<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Marked<Item>[]
    : {
        readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
          ? { readonly mayBeLeftOut: Marked<T[Name]> }
          : Marked<T[Name]>;
      };

type HasAllOf<A, B> = [Marked<A>] extends [Marked<B>] ? true : false;

/**
 * The schema of a type that is written by hand. It compiles only if the schema gives every member of the type, also
 * those that may be left out, and nothing else: an object schema drops what it does not name, so a member that only the
 * type has would be lost where the value is read again. `schemaOf<Bill>()(z.object({ … }))`
 */
export const schemaOf =
  <T>() =>
  <Schema extends z.ZodType<T>>(
    schema: HasAllOf<z.output<Schema>, T> extends true
      ? HasAllOf<T, z.output<Schema>> extends true
        ? Schema
        : { readonly theSchemaHasMoreThan: T }
      : { readonly theSchemaLacksMembersOf: T },
  ): z.ZodType<T, T> =>
    schema as z.ZodType<T> as z.ZodType<T, T>;
