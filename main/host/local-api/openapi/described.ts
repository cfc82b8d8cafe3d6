import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../../../shared/node/openapi/json-schema.ts';
import { ACTION_WORDS, STATE_WORDS } from '../../../../shared/till-api/words.ts';
import { tillFieldNote } from './fields.ts';

/** A JSON Schema with descriptions of its members at every depth. */
export function tillSchema(route: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
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
        const walked = walk(member, key);
        const note =
          parent === 'state' && key === 'kind' ? null : tillFieldNote(route, parent, key);
        const said = note ?? (key === 'kind' ? wordList(STATE_WORDS) : null);
        const more = key === 'actions' ? `${said} ${wordList(ACTION_WORDS)}` : said;
        return [key, more === null ? walked : Object.assign({}, walked, { description: more })];
      }),
    );
  // The walk keeps the structure, so the result is a schema.
  return walk(jsonSchema(schema, io), null) as JsonSchema;
}

function wordList(words: Readonly<Record<string, string>>): string {
  const lines = Object.entries(words).map(([word, meaning]) => `\`${word}\`: ${meaning}`);
  return `${lines.join('. ')}.`;
}
