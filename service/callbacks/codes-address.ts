import { LIMITS } from '../../shared/protocol/limits.ts';

/** What is wrong with an address for one-time codes, as a sentence, or null. */
export function codesAddressProblem(uri: string): string | null {
  const url = uri.length > LIMITS.uriMax ? null : URL.parse(uri);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'The address for one-time codes must be an http or https URL.';
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'The address for one-time codes has no name, password or fragment in it.';
  }
  return null;
}
