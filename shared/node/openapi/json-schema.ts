import { z } from 'zod';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1; a name of its own, so that declarations have it. */
export interface JsonSchema extends z.core.JSONSchema.BaseSchema {}

type Direction = 'input' | 'output';

/**
 * What a client may send (`input`) or will get (`output`), as JSON Schema. The schemas of the route
 * table turn text into values; here they are described as they are on the wire.
 */
export function jsonSchema(schema: z.core.$ZodType, io: Direction): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'object') fillDefaults(def.shape, target);
      // Null is what is not given (D-29), which every such member says by its type.
      if (def.type === 'default' && def.defaultValue === null) delete target.default;
      if (def.type !== 'pipe') return;
      if (io === 'output') Object.assign(target, wireForm(def));
      else describeEnd(endOf(zodSchema), target);
    },
  });
  const { $schema: _dialect, ...rest } = made;
  return tidy(rest);
}

/** A reply's transform only fills in null, so its own input is the wire's form. */
function wireForm(def: { readonly in: z.core.$ZodType; readonly out: z.core.$ZodType }) {
  if (def.out._zod.def.type !== 'transform') return {};
  return jsonSchema(def.in, 'input');
}

/** The last schema of a chain of pipes: what a text must mean once it has been read. */
function endOf(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'pipe') return schema;
  const { def: out } = (def.out as z.core.$ZodTypes)._zod;
  return endOf(out.type === 'transform' ? def.in : def.out);
}

/** Text that is read as a word of a set, or as a number, is described as what it stands for. */
function describeEnd(schema: z.core.$ZodType, target: JsonSchema): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (target.type !== 'string') return;
  if (def.type === 'enum' && target.enum === undefined) {
    target.description ??= `One of ${Object.values(def.entries).join(', ')}; in any case.`;
  }
  if (def.type === 'number') {
    const { minimum, maximum } = schema._zod.bag;
    delete target.pattern;
    target.type = 'integer';
    target.minimum = typeof minimum === 'number' && minimum > 0 ? minimum : 0;
    if (typeof maximum === 'number') target.maximum = maximum;
  }
}

/** A member that means something when it is left out says what. */
function fillDefaults(shape: Readonly<Record<string, z.core.$ZodType>>, target: JsonSchema) {
  for (const [name, member] of Object.entries(shape)) {
    const property = target.properties?.[name];
    if (typeof property !== 'object') continue;
    const given = z.safeParse(member, undefined);
    if (given.success && given.data !== null && given.data !== undefined) {
      property.default = given.data as JsonSchema['default'];
      // A query has only text; what is true or false there is described as such.
      const words = property.type === 'string' || Array.isArray(property.type);
      if (typeof given.data === 'boolean' && words) property.type = 'boolean';
    }
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** Takes out what says nothing to a reader: the bounds of every integer, and closed replies. */
function tidy(schema: JsonSchema): JsonSchema {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'maximum' && value === SAFE) continue;
    if (key === 'minimum' && value === -SAFE) continue;
    if (key === 'additionalProperties' && value === false) continue;
    result[key] = tidied(value);
  }
  return flattened(result);
}

function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  return typeof value === 'object' && value !== null ? tidy(value as JsonSchema) : value;
}

/** `anyOf: [{ anyOf: [a, b] }, null]` is three choices, not two. */
function flattened(schema: Record<string, unknown>): JsonSchema {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf.flatMap((choice: JsonSchema) =>
    Object.keys(choice).length === 1 && choice.anyOf !== undefined ? choice.anyOf : [choice],
  );
  return { ...schema, anyOf: choices };
}
