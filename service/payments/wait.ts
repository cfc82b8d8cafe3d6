import type { Payment } from '../../shared/payment/payment.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { ChangeHub } from './changer.ts';

/**
 * Waits until `tid` has a status code other than `since`, for at most `wait` milliseconds or until
 * `signal` aborts. The caller subscribes before it reads, so that no change is missed in between.
 */
export function waitForChange(
  deps: { readonly hub: ChangeHub; readonly wall: Clock },
  tid: string,
  since: number,
  wait: number,
  signal: AbortSignal,
): { readonly changed: Promise<void>; readonly stop: () => void } {
  let stop = () => {};
  const changed = new Promise<void>((resolve) => {
    const forget = deps.hub.onPayment(tid, (payment: Payment) => {
      if (payment.code !== since) stop();
    });
    const cancel = deps.wall.after(wait, () => stop());
    stop = () => {
      forget();
      cancel();
      signal.removeEventListener('abort', stop);
      resolve();
    };
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  return { changed, stop: () => stop() };
}
