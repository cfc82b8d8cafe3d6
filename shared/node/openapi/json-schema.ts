import { z } from 'zod';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. The named interface appears in declarations. */
export interface JsonSchema extends z.core.JSONSchema.BaseSchema {}

type Direction = 'input' | 'output';

/**
 * The JSON Schema of what a client may send (`input`) or gets (`output`). The schemas of the route
 * table convert text to values; this describes the form on the wire.
 */
export function jsonSchema(schema: z.core.$ZodType, io: Direction): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'object') fillDefaults(def.shape, target);
      // Null means an absent value (D-29), which the type of the member already shows.
      if (def.type === 'default' && def.defaultValue === null) delete target.default;
      // In OpenAPI the keyword means that a request must not have the member.
      if (def.type === 'readonly') delete target.readOnly;
      if (def.type !== 'pipe') return;
      if (io === 'output') Object.assign(target, wireForm(def));
      else describeEnd(endOf(zodSchema), target);
    },
  });
  const { $schema: _dialect, ...rest } = made;
  return tidy(rest);
}

/**
 * A body's schema whose defaults stand in the descriptions. Generators that see the keyword `default`
 * demand the member, because they describe the value after the service has filled it in.
 */
export function defaultsInWords(schema: JsonSchema): JsonSchema {
  return withoutDefaults(schema, (fallback) => `\`${JSON.stringify(fallback)}\` when left out.`);
}

/** A reply's schema without defaults: each of its members is present. */
export function defaultsRemoved(schema: JsonSchema): JsonSchema {
  return withoutDefaults(schema, () => '');
}

function withoutDefaults(schema: JsonSchema, wordsOf: (fallback: unknown) => string): JsonSchema {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { default: fallback, ...rest } = value as JsonSchema;
    const members = Object.entries(rest).map(([key, member]) => [
      key,
      key === 'properties' ? properties(Object(member)) : walk(member),
    ]);
    const walked: JsonSchema = Object.fromEntries(members);
    const own = walked.description ?? '';
    const words = fallback === undefined || own.includes('when left out') ? '' : wordsOf(fallback);
    const description = [own, words].filter(Boolean).join(' ');
    return description === '' ? walked : { ...walked, description };
  };
  // A member may have the name `default`.
  const properties = (members: object) =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, walk(member)]));
  // The walk keeps the structure, so the result is a schema.
  return walk(schema) as JsonSchema;
}

/** The description of a member, from its key, the key of the member around it, and what it has; or null. */
type Describe = (key: string, parent: string | null, own: string | undefined) => string | null;

/** The schema with a description for each member at every depth; `describe` answers null for none. */
export function describeMembers(schema: JsonSchema, describe: Describe): JsonSchema {
  const walk = (value: unknown, parent: string | null): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, parent));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, member]) => {
      if (key === 'default') return [key, member];
      return [key, key === 'properties' ? members(member, parent) : walk(member, parent)];
    });
    return Object.fromEntries(entries);
  };
  const members = (properties: object, parent: string | null) =>
    Object.fromEntries(
      Object.entries(properties).map(([key, member]) => {
        const walked = walk(member, key) as JsonSchema;
        const description = describe(key, parent, walked.description);
        return [key, description === null ? walked : { ...walked, description }];
      }),
    );
  // The walk keeps the structure, so the result is a schema.
  return walk(schema, null) as JsonSchema;
}

/** A reply's transform only adds null, so its input is the wire's form. */
function wireForm(def: { readonly in: z.core.$ZodType; readonly out: z.core.$ZodType }) {
  if (def.out._zod.def.type !== 'transform') return {};
  return jsonSchema(def.in, 'input');
}

/** The last schema of a chain of pipes: the meaning of a text after parsing. */
function endOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'pipe') return schema;
  const { def: out } = (def.out as z.core.$ZodTypes)._zod;
  return endOf(out.type === 'transform' ? def.in : def.out);
}

/** Text that is parsed as a value of a set, or as a number, is described as that value. */
function describeEnd(schema: z.core.$ZodType, target: JsonSchema): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (target.type !== 'string' && target.type !== 'integer') return;
  if (def.type === 'enum' && target.enum === undefined) {
    const values = Object.values(def.entries);
    // A query has only text; its flags are described as the values that they mean.
    if (values.includes('true') && values.includes('false')) target.type = 'boolean';
    else target.description ??= `One of ${values.join(', ')}; in any case.`;
  }
  if (def.type === 'number') {
    const { minimum, maximum } = z.toJSONSchema(schema);
    delete target.pattern;
    target.type = 'integer';
    const isOpen = target.exclusiveMinimum !== undefined;
    if (!isOpen) target.minimum = typeof minimum === 'number' && minimum > 0 ? minimum : 0;
    if (typeof maximum === 'number') target.maximum = maximum;
  }
}

/** Adds the default of a member that has a meaning when absent. */
function fillDefaults(shape: Readonly<Record<string, z.core.$ZodType>>, target: JsonSchema) {
  for (const [name, member] of Object.entries(shape)) {
    const property = target.properties?.[name];
    if (typeof property !== 'object') continue;
    const defaultValue = z.safeParse(member, undefined);
    if (defaultValue.success && defaultValue.data !== null && defaultValue.data !== undefined) {
      property.default = defaultValue.data as JsonSchema['default'];
    }
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;

/**
 * Removes details without information for a reader: the bounds of every integer, and closed
 * replies.
 */
function tidy(schema: JsonSchema): JsonSchema {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'maximum' && value === SAFE) continue;
    if (key === 'minimum' && value === -SAFE) continue;
    if (key === 'additionalProperties' && value === false) continue;
    result[key] = tidied(value);
  }
  return byCase(flattened(result));
}

/**
 * The same words in two cases are two choices: generators name the members of an enumeration without
 * regard to case.
 */
function byCase(schema: JsonSchema): JsonSchema {
  const { enum: values = [], type, ...rest } = schema;
  const words = values.filter((value) => typeof value === 'string');
  const isFirst = (word: string, at: number) =>
    words.findIndex((other) => other.toLowerCase() === word.toLowerCase()) === at;
  const first = words.filter(isFirst);
  if (words.length < values.length || first.length === words.length) return schema;
  const again = words.filter((word) => !first.includes(word));
  const part = type === undefined ? {} : { type };
  return { ...rest, anyOf: [first, again].map((some) => ({ ...part, enum: some })) };
}

function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  return typeof value === 'object' && value !== null ? tidy(value as JsonSchema) : value;
}

/** `anyOf: [{ anyOf: [a, b] }, null]` is three alternatives, not two. */
function flattened(schema: Record<string, unknown>): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf.flatMap((choice: JsonSchema) =>
    Object.keys(choice).length === 1 && choice.anyOf !== undefined ? choice.anyOf : [choice],
  );
  return { ...schema, anyOf: choices };
}
