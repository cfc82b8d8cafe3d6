import { useCashier, useShop } from './context.tsx';

/** What a person must do about the device's wrong clock; empty while the clock is right. */
export function useClockNotice(): string {
  const { words } = useCashier();
  const { clock } = useShop().view;
  if (clock === 'right') return '';
  return clock === 'ahead' ? words.clockAhead : words.clockBehind;
}
