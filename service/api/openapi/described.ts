import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../../shared/node/openapi/json-schema.ts';
import { type FieldPlace, fieldNote } from './field-notes.ts';

/** A schema as JSON Schema with the description of each field added, at every depth. */
export function described(route: string, place: FieldPlace, schema: z.ZodType): JsonSchema {
  const walk = (value: unknown, parent: string | null = null): unknown => {
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
        const notes = [fieldNote(route, place, parent, key), walked.description]
          .filter(Boolean)
          .join(' ');
        return [key, notes === '' ? walked : { ...walked, description: notes }];
      }),
    );
  return walk(jsonSchema(schema, place === 'reply' ? 'output' : 'input')) as JsonSchema;
}
