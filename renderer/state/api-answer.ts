import { z } from 'zod';

/** A reply with status and unchecked body; null if there was no reply. */
export type HttpReply = {
  readonly status: number;
  readonly body: unknown;
  /** How far this device's clock is ahead of the service's, milliseconds. */
  readonly skew: number | null;
} | null;

export type Http = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<HttpReply>;

/** Why a call failed, as far as a page distinguishes it. */
export type ApiProblem = {
  readonly kind: 'unreachable' | 'signed_out' | 'missing' | 'conflict' | 'refused';
  /** The service's own sentence, if it sent one. */
  readonly sentence: string | null;
};
export type ApiAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly skew: number | null }
  | { readonly ok: false; readonly problem: ApiProblem };

const errorBody = z.object({
  error_description: z.string(),
  error_details: z.unknown().optional(),
});

/** Checks a reply against its schema. A reply that does not match counts as no reply. */
export function readReply<T>(schema: z.ZodType<T>, reply: HttpReply): ApiAnswer<T> {
  if (reply === null) return failed('unreachable', null);
  if (reply.status < 300) {
    const parsed = schema.safeParse(reply.body);
    if (parsed.success) return { ok: true, value: parsed.data, skew: reply.skew };
    return failed('unreachable', null);
  }
  const error = errorBody.safeParse(reply.body);
  return failed(kindOf(reply.status), error.success ? sentenceOf(error.data) : null);
}

/** The service's sentence, or the fields that it names with what is wrong with each. */
function sentenceOf({ error_description, error_details }: z.infer<typeof errorBody>): string {
  const details: readonly [string, unknown][] = Object.entries(error_details ?? {});
  const sentences = details.flatMap(([field, problems]) =>
    isTexts(problems) ? [`${field.replaceAll('_', ' ')}: ${problems.join(', ')}`] : [],
  );
  // Details of another form are for programs.
  if (sentences.length === 0 || sentences.length < details.length) return error_description;
  return sentences.join('; ');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function failed(kind: ApiProblem['kind'], sentence: string | null): ApiAnswer<never> {
  return { ok: false, problem: { kind, sentence } };
}

function kindOf(status: number): ApiProblem['kind'] {
  if (status === 401) return 'signed_out';
  if (status === 404) return 'missing';
  if (status === 409) return 'conflict';
  return status >= 500 ? 'unreachable' : 'refused';
}
