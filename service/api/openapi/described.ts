import type { z } from 'zod';
import {
  describeMembers,
  type JsonSchema,
  jsonSchema,
} from '../../../shared/node/openapi/json-schema.ts';
import { type FieldPlace, fieldNote } from './field-notes.ts';

/** A schema as JSON Schema with the description of each field added, at every depth. */
export function described(route: string, place: FieldPlace, schema: z.ZodType): JsonSchema {
  const bare = jsonSchema(schema, place === 'reply' ? 'output' : 'input');
  return describeMembers(bare, (key, parent, own) => {
    const notes = [fieldNote(route, place, parent, key), own].filter(Boolean).join(' ');
    return notes === '' ? null : notes;
  });
}
