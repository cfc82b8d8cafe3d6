/**
 * False for an address that nothing can ever be sent to: unspecified, multicast and reserved ones
 * (D-145). Such a callback address is a mistake and is refused when it is given. Whether another
 * one may be called depends on how the service is run, and is judged at every attempt.
 *
 * `hostname` is that of a parsed URL, which has written every form of IPv4 with dots.
 */
export function canBeCalled(hostname: string): boolean {
  const first = /^(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(hostname)?.[1];
  if (first !== undefined) return first !== '0' && Number(first) < 224;
  return !/^\[(?:::|ff[0-9a-f]{2}:.*)\]$/i.test(hostname);
}
