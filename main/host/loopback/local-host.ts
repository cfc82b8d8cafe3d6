/** The host names of a loopback server on `port`. */
export function loopbackHosts(port: number): readonly string[] {
  const suffix = port === 80 ? '' : `:${port}`;
  return [`127.0.0.1${suffix}`, `localhost${suffix}`];
}

/**
 * True when the request names this machine. A foreign name that points at the loopback address has
 * its own Host header and is refused.
 */
export function isLocalHost(host: string | undefined, port: number): boolean {
  return host !== undefined && loopbackHosts(port).includes(host);
}

/**
 * True for the origins of pages that this host serves; a WebSocket without an origin is refused.
 */
export function isLocalOrigin(origin: string | undefined, port: number): boolean {
  return loopbackHosts(port).some((host) => origin === `http://${host}`);
}
