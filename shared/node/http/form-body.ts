import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { type Answer, answer, refuse } from '../../protocol/errors.ts';

/** More fields than any input of the API has. */
const FIELDS_MAX = 100;
const TRUE = /^(?:true|1)$/i;
const FALSE = /^(?:false|0)$/i;

/**
 * Parses a form (V-7). Values for boolean and number members of the schema are converted, including
 * Python's `True` and `False` and PHP's `1` and `0` (D-186). All other values stay text, which the
 * schema checks. The last value of a repeated field counts.
 */
export function parseForm(bytes: Uint8Array, schema: z.core.$ZodType): Answer<unknown> {
  if (!isUtf8(bytes)) return refuse('Bad Request', 'The body is not UTF-8 text.');
  const fields = [...new URLSearchParams(Buffer.from(bytes).toString())];
  if (fields.length > FIELDS_MAX) {
    return refuse('Bad Request', `A form may have at most ${FIELDS_MAX} fields.`);
  }
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const shape = def.type === 'object' ? def.shape : {};
  const members = fields.map(([name, text]): [string, unknown] => [
    name,
    Object.hasOwn(shape, name) ? readAs(text, kindOf(shape[name])) : text,
  ]);
  return answer(Object.fromEntries(members));
}

function readAs(text: string, kind: string): unknown {
  if (kind === 'boolean' && TRUE.test(text)) return true;
  if (kind === 'boolean' && FALSE.test(text)) return false;
  return kind === 'number' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The type of a member without optionality and transforms. */
function kindOf(schema: z.core.$ZodType | undefined): string {
  if (schema === undefined) return 'unknown';
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'pipe':
      return kindOf(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
      return kindOf(def.innerType);
    default:
      return def.type;
  }
}
