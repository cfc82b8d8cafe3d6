import { z } from 'zod';

/** How a member of an input is written as text, on a command line or in a query. */
export type Form = 'text' | 'whole' | 'truth' | 'texts' | 'json';

/** The form of a member. A member that is an object, or a list of objects, is JSON. */
export function formOf(member: z.core.$ZodType): Form {
  const inner = innermost(member);
  if (inner instanceof z.ZodNumber) return 'whole';
  if (inner instanceof z.ZodBoolean || inner instanceof z.ZodLiteral) return 'truth';
  if (inner instanceof z.ZodObject) return 'json';
  if (inner instanceof z.ZodArray) return formOf(inner.element) === 'json' ? 'json' : 'texts';
  return 'text';
}

/** Whether an input may not leave the member out. */
export const isRequired = (member: z.core.$ZodType) => !z.safeParse(member, undefined).success;

/** A member that is true or false, and false when it is left out: its name alone says true. */
export const isFlag = (member: z.core.$ZodType) =>
  innermost(member) instanceof z.ZodLiteral || z.safeParse(member, undefined).data === false;

/** The values that texts stand for. A text that stands for none is left to the schema, which refuses it. */
export function fromTexts(
  { shape }: z.ZodObject,
  texts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const member = shape[name];
      return [name, member === undefined ? text : fromText(formOf(member), text)];
    }),
  );
}

function fromText(form: Form, text: unknown): unknown {
  if (form === 'whole' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
    return Number(text);
  if (form === 'truth' && (text === 'true' || text === 'yes')) return true;
  if (form === 'truth' && (text === 'false' || text === 'no')) return false;
  return text;
}

function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return innermost(schema.unwrap());
  }
  if (!(schema instanceof z.ZodPipe)) return schema;
  return innermost(schema.in);
}
