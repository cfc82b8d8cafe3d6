import type { Request } from 'express';
import { reference } from '../../shared/protocol/basic.ts';
import { refuse } from '../../shared/protocol/errors.ts';

/** The tid in the path, or null when no tid looks like that. */
export function tidOf(request: Request): string | null {
  const tid = reference.safeParse(request.params.tid);
  return tid.success ? tid.data : null;
}

/** The same for what does not exist and for what is another customer's. */
export const NO_SUCH_REQUEST = refuse('Not Found', 'There is no such request.');
