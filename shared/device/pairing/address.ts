import { type Answer, answer, refuse } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { SVC_PROFILE } from '../../protocol/media.ts';

const NO_ADDRESS =
  'This is no address of a service; it looks like https://pay.example.com, without more behind it.';
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/|$)/i;

/** The path of an API: its last part is a version, as in `/merchant/v1`. */
const VERSIONED = /\/v\d+$/;

/**
 * Reads the address of a service as people type it, and returns the API's base: a name without a scheme
 * gets https, or http on this machine. A path with a version is the API's path; any other path is the
 * path prefix of the service, to which the API's path is added.
 */
export function readServiceAddress(typed: string): Answer<string> {
  const text = typed.trim();
  if (text === '' || text.length > LIMITS.uriMax) return refuse('Bad Request', NO_ADDRESS);
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const whole = schemed ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`;
  const url = URL.parse(whole);
  const plain =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  if (!plain) return refuse('Bad Request', NO_ADDRESS);
  const path = url.pathname.replace(/\/+$/, '');
  return answer(url.origin + (VERSIONED.test(path) ? path : path + SVC_PROFILE.basePath));
}

/** Whether what is sent there can be read on the way: plain http to another machine. */
export function isReadable(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  if (url === null || url.protocol === 'https:') return false;
  return !LOCAL.test(url.host);
}
