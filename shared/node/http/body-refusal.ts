import type { Refusal } from '../../protocol/errors.ts';

/**
 * The refusal of a request whose body Express could not read (its parsers give such an error a status),
 * or whose path it could not decode; null for any other error.
 */
export function bodyRefusal(error: unknown): Refusal | null {
  const { status, limit }: { readonly status?: unknown; readonly limit?: unknown } = Object(error);
  switch (status) {
    case 400:
      return { type: 'Bad Request', description: 'The request is not well formed.' };
    case 413: {
      const most = typeof limit === 'number' ? `have at most ${limit} bytes` : 'be shorter';
      return { type: 'Request Entity Too Large', description: `The body must ${most}.` };
    }
    case 415:
      return {
        type: 'Unsupported Media Type',
        description: 'The body must be in UTF-8 and not compressed.',
      };
    default:
      return null;
  }
}
