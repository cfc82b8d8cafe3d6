import type { JsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { holdsMoney } from '../../../shared/protocol/profile-money.ts';

const MAJOR_UNITS = { type: 'string', pattern: '^-?\\d{1,12}(\\.\\d{1,4})?$' } as const;

/**
 * Schemas of a profile that writes money as text in major units (D-93). The name of a member says
 * that it is money, as in the reader and the writer of bodies.
 */
export function moneySchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, withMoneyAsText(schema)]);
  return Object.fromEntries(entries);
}

function withMoneyAsText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoneyAsText);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    key === 'properties' ? properties(member) : withMoneyAsText(member),
  ]);
  return Object.fromEntries(members);
}

function properties(value: unknown): unknown {
  const members = Object.entries(Object(value)).map(([name, member]) => [
    name,
    holdsMoney(name) ? asText(member) : withMoneyAsText(member),
  ]);
  return Object.fromEntries(members);
}

/** Integers become text; lists and alternatives are converted recursively; descriptions stay. */
function asText(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asText);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (!('type' in schema) || schema.type !== 'integer') {
    const members = Object.entries(schema).map(([key, member]) => [
      key,
      key === 'items' || key === 'anyOf' ? asText(member) : withMoneyAsText(member),
    ]);
    return Object.fromEntries(members);
  }
  const words = 'description' in schema ? { description: schema.description } : {};
  return { ...words, ...MAJOR_UNITS };
}
