const SCAN_PATH = /^\/[a-z]\/([^/?#]+)(?:\/([^?#]*))?/;

/**
 * Takes the path of a scanned code apart (D-154, D-155), after whichever lowercase letter: the id as
 * it is written, and the rest without its percent-encoding, one trailing slash and the query. Null
 * for a path of another form or a broken encoding. Apart from the schemas, which a screen that only
 * reads stickers need not load.
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
