import type { Express } from 'express';
import { CALLBACK_KEY_PATH, type CallbackKeys } from '../callbacks/keys.ts';

/**
 * A rotation is announced for much longer than this, so that a cached copy always has the signing
 * key.
 */
const CACHE_SECONDS = 300;

/**
 * `GET /keys/callback.pem`: the public keys that receivers check callbacks with, open to everyone
 * (D-21).
 */
export function mountCallbackKeys(app: Express, keys: CallbackKeys): void {
  app.all(CALLBACK_KEY_PATH, async (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      response.status(405).end();
      return;
    }
    const published = await keys.published();
    response.setHeader('Cache-Control', `public, max-age=${CACHE_SECONDS}`);
    response.type('application/x-pem-file').send(published);
  });
}
