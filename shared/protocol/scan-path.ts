const SCAN_PATH = /^\/[a-z]\/([^/?#]+)(?:\/([^?#]*))?/;

/**
 * Parses the path of a scanned code (D-154, D-155), after any lowercase letter: the id as it is written,
 * and the rest without its percent-encoding, one trailing slash and the query. Null for a path of another
 * form or a broken encoding. Separate from the schemas, so that a screen that only reads stickers does
 * not load them.
 */
export function splitScanPath(
  path: string,
): { readonly id: string; readonly argstring: string } | null {
  const match = SCAN_PATH.exec(path);
  if (match === null) return null;
  try {
    const id = decodeURIComponent(match[1] ?? '');
    return { id, argstring: decodeURIComponent((match[2] ?? '').replace(/\/$/, '')) };
  } catch {
    return null;
  }
}
