import type { JsonSchema } from './json-schema.ts';

/** One member of a schema as a row of a table; nested members have a dotted name. */
export type SchemaRow = {
  readonly name: string;
  readonly required: boolean;
  readonly words: string;
  readonly note: string;
};

/** All members of a schema, outer ones first; `[]` stands for any item of a list. */
export function rowsOf(schema: JsonSchema, prefix = ''): readonly SchemaRow[] {
  const { properties = {}, required = [] } = schema;
  const rows = Object.entries(properties).flatMap(([key, member]) => {
    if (typeof member === 'boolean') return [];
    const name = prefix + key;
    const row = {
      name,
      required: required.includes(key),
      words: wordsFor(member),
      note: member.description ?? '',
    };
    return [row, ...innerRows(member, name)];
  });
  return rows.length > 0 ? rows : innerRows(schema, prefix.replace(/\.$/, ''));
}

function innerRows(schema: JsonSchema, name: string): readonly SchemaRow[] {
  const { properties, items, anyOf = [], oneOf = [] } = schema;
  if (Object.keys(properties ?? {}).length > 0)
    return rowsOf(schema, name === '' ? '' : `${name}.`);
  if (items !== undefined && !Array.isArray(items) && typeof items === 'object') {
    return items.properties === undefined ? [] : rowsOf(items, `${name}[].`);
  }
  const rows = [...anyOf, ...oneOf].flatMap((choice) =>
    typeof choice === 'object' ? innerRows(withoutWord(choice), name) : [],
  );
  return rows.filter((row, index) => rows.findIndex((one) => one.name === row.name) === index);
}

/** Removes the member that distinguishes an alternative, because its description already has it. */
function withoutWord(choice: JsonSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = choice;
  const isWord = ([, member]: [string, unknown]) =>
    typeof member === 'object' && member !== null && 'const' in member;
  const others = Object.entries(properties).filter((entry) => !isWord(entry));
  return choice.properties === undefined
    ? choice
    : { ...rest, required, properties: Object.fromEntries(others) };
}

/**
 * An alternative of several forms, by its distinguishing value and the members that come with it.
 */
function choiceWords(choice: JsonSchema): string {
  const { properties = {} } = choice;
  const word = Object.values(properties).find((one) => typeof one === 'object' && 'const' in one);
  if (typeof word !== 'object') return formOf(choice);
  const others = Object.keys(withoutWord(choice).properties ?? {}).map((name) => `\`${name}\``);
  return `\`${word.const}\`${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

/** Describes the form of a value: its type, its bounds, its alternatives. */
export function wordsFor(schema: JsonSchema): string {
  const words = formOf(schema);
  const fallback = schema.default;
  const note = fallback === undefined ? '' : `; \`${JSON.stringify(fallback)}\` when left out`;
  return words + (typeof fallback === 'object' ? '' : note);
}

function formOf(schema: JsonSchema): string {
  const { anyOf, oneOf, type } = schema;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (oneOf !== undefined) {
    return oneOf.map((one) => (typeof one === 'object' ? choiceWords(one) : 'anything')).join(', ');
  }
  if (anyOf !== undefined) {
    const choices = anyOf.map((one) => (typeof one === 'object' ? formOf(one) : 'anything'));
    return [...new Set(choices)].join(' or ');
  }
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `list${bounds(schema.minItems, schema.maxItems, 'items')}`;
  if (type === 'string') return textForm(schema);
  if (type === 'integer' || type === 'number') {
    const low =
      schema.exclusiveMinimum === undefined ? schema.minimum : `>${schema.exclusiveMinimum}`;
    return type + bounds(low, schema.maximum, '');
  }
  return type ?? 'anything';
}

function textForm(schema: JsonSchema): string {
  const { minLength, maxLength, pattern } = schema;
  const size = bounds(minLength, maxLength, 'characters');
  const short = pattern !== undefined && pattern.length <= 40;
  return `string${size}${short ? ` matching \`${pattern}\`` : ''}`;
}

function bounds(low: number | string | undefined, high: number | undefined, unit: string): string {
  if (low === undefined && high === undefined) return '';
  const after = unit === '' ? '' : ` ${unit}`;
  if (low === high) return ` of ${low}${after}`;
  if (low === undefined) return `, at most ${high}${after}`;
  if (high === undefined) return `, at least ${low}${after}`;
  return typeof low === 'string'
    ? `, ${low.replace('>', 'more than ')}, at most ${high}${after}`
    : `, ${low} to ${high}${after}`;
}
