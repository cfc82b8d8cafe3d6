import type { Request } from 'express';
import { refuse } from '../../shared/protocol/errors.ts';
import { SECOND } from '../../shared/time/clock.ts';
import type { PortalParts } from './parts.ts';

/** A refusal when this address, or this number where one is asked for, was used too often. */
export function tooOften(parts: PortalParts, request: Request, msisdn: string | null) {
  const address = request.socket.remoteAddress ?? '';
  const wait = Math.max(
    parts.perAddress.take(address),
    msisdn === null ? 0 : parts.perNumber.take(msisdn),
  );
  if (wait === 0) return null;
  const seconds = Math.ceil(wait / SECOND);
  return refuse('Too Many Requests', 'Too many tries. Wait a while, then try again.', {
    retry_after: seconds,
  });
}
