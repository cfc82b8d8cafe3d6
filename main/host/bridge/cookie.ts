/** Name of the session's cookie; cookies know no ports, and a machine may have several tills. */
export function cookieName(port: number): string {
  return `tillkit-screen-${port}`;
}

/** The session of a request's `Cookie` header; null without one. */
export function sessionIn(header: string | undefined, port: number): string | null {
  const begin = `${cookieName(port)}=`;
  const found = (header ?? '').split(/;\s*/).find((part) => part.startsWith(begin));
  return found?.slice(begin.length) ?? null;
}
