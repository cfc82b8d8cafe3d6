import { z } from 'zod';
import { withDefault } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Port of the till API where nothing else is said. */
export const TILL_API_PORT = 4602;

export const portNumber = z
  .int('must be a port')
  .min(0, 'must be a port')
  .max(65_535, 'must be a port');

/** How a till offers its API, in the files that people write. */
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
