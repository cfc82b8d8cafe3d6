import type { MouseEvent } from 'react';

/**
 * For `onMouseDown` of a till's controls: a touch must not move the focus, because a control that
 * kept it would be pressed again by the next Enter of the hardware keyboard.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
