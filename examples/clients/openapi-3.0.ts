type Members = Record<string, unknown>;

/** Places below which members are names of the API's own, and no words of OpenAPI. */
const NAMES = new Set(['properties', 'schemas', 'examples', 'example', 'default', 'enum']);

/**
 * An OpenAPI 3.1 document as OpenAPI 3.0, for generators that read no later version: `null` becomes
 * `nullable`, a constant a list of one value, a numeric exclusive bound a flag, a binary body has the
 * format `binary`, a text of base64 the format `byte`, a date has
 * no pattern, and of several types the first is kept. Events are left out: 3.0 has none.
 */
export function asOpenApi30(document: Members): Members {
  const { webhooks: _events, jsonSchemaDialect: _dialect, info, ...rest } = document;
  const { license, ...about }: Members = { ...Object(info) };
  const named = { name: Object(license).name };
  return { ...membersOf(rest), openapi: '3.0.3', info: { ...about, license: named } };
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  return membersOf(value);
}

function membersOf(value: object): Members {
  const members: Members = {};
  for (const [key, member] of Object.entries(value)) {
    // A default of `null` says no more than `nullable`, and generators refuse it beside a type.
    if (key === 'default' && member === null) continue;
    const anything = key === 'items' && Object.keys(Object(member)).length === 0;
    if (anything) members[key] = { type: 'object' };
    else if (key === 'properties' || key === 'schemas') members[key] = eachOf(member);
    else members[key] = NAMES.has(key) ? member : converted(member);
  }
  return schemaOf(members);
}

function eachOf(value: unknown): Members {
  const entries = Object.entries(Object(value)).map(([name, member]) => [name, converted(member)]);
  return Object.fromEntries(entries);
}

/** A schema's own words; its parts are converted already. */
function schemaOf(schema: Members): Members {
  const { const: only, exclusiveMinimum, exclusiveMaximum, ...media } = schema;
  const { contentMediaType, contentEncoding, ...rest } = media;
  const words: Members = withoutNull(rest);
  if (only !== undefined) Object.assign(words, { type: typeof only, enum: [only] });
  if (typeof exclusiveMinimum === 'number') {
    Object.assign(words, { minimum: exclusiveMinimum, exclusiveMinimum: true });
  }
  if (typeof exclusiveMaximum === 'number') {
    Object.assign(words, { maximum: exclusiveMaximum, exclusiveMaximum: true });
  }
  if (contentMediaType !== undefined) words.format = 'binary';
  if (contentEncoding === 'base64') words.format = 'byte';
  // The generator fails on the pattern of a date, which is no text in its clients.
  if (words.format === 'date') delete words.pattern;
  // Generators read an integer without a format as one of 32 bits, which is too short for amounts.
  const short = typeof words.maximum === 'number' && words.maximum < 2 ** 31;
  if (words.type === 'integer' && !short) words.format = 'int64';
  return words;
}

function withoutNull(schema: Members): Members {
  const { type, anyOf, propertyNames: _names, ...rest } = schema;
  if (type === 'null') return { ...rest, nullable: true };
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null');
    const nullable = types.length < type.length ? { nullable: true } : {};
    if (types.length === 1) return { ...rest, type: types[0], ...nullable };
    return { ...rest, anyOf: types.map((one) => ({ type: one })), ...nullable };
  }
  if (!Array.isArray(anyOf)) return type === undefined ? rest : { ...rest, type };
  // A part that was `null` alone is now only `nullable`.
  const parts = anyOf.filter((part) => Object.keys(part).join() !== 'nullable');
  const nullable = parts.length < anyOf.length ? { nullable: true } : {};
  const [part] = parts;
  // Generators have no type for a choice, such as a text or a list. The first choice is the usual form.
  if (parts.length > 1) {
    const { default: _ofAnother, ...words } = rest;
    return { ...words, type: part.type, ...nullable };
  }
  return '$ref' in part
    ? { ...rest, allOf: [part], ...nullable }
    : { ...part, ...rest, ...nullable };
}
