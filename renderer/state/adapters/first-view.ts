import { FIRST_VIEW } from '../../../shared/bridge/address.ts';

/**
 * The picture that the host put into the page, once; null where it put none. It is the host's own,
 * as old as the page, and spares the first drawing the way to the host and back.
 */
export function firstView<S>(): S | null {
  const block = document.getElementById(FIRST_VIEW);
  block?.remove();
  try {
    return JSON.parse(block?.textContent ?? 'null') as S | null;
  } catch {
    // A page of somebody else's that has an element of this name.
    return null;
  }
}
