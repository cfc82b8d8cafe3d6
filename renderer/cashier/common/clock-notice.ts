import { useCashier, useShop, useTillState } from './context.tsx';

/** What a person must do about the device's wrong clock; empty while the clock is right. */
export function useClockNotice(): string {
  const { words } = useCashier();
  const { clock } = useShop().view;
  // The books know it without the service, and what is booked now has an earlier day.
  const isBehindBooks = useTillState(({ snapshot }) => snapshot?.books?.behind === true);
  if (isBehindBooks) return words.clockBehindBooks;
  if (clock === 'right') return '';
  return clock === 'ahead' ? words.clockAhead : words.clockBehind;
}
