import { z } from 'zod';
import { withDefault } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Default port of the till API. */
export const TILL_API_PORT = 4602;

export const portNumber = z
  .int('must be a port')
  .min(0, 'must be a port')
  .max(65_535, 'must be a port');

/** The till API in the settings files. */
export const tillApiConfig = z.strictObject({
  port: withDefault(portNumber, TILL_API_PORT),
  origins: withDefault(
    z.array(z.string().refine(isOrigin, 'must be an origin')).max(LIMITS.tillApiOriginsMax),
    [],
  ),
});

function isOrigin(text: string): boolean {
  return URL.parse(text)?.origin === text && text !== 'null';
}
