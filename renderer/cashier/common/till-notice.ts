import { useCashier, useShop, useTillState } from './context.tsx';

/** What a person must do about the device's wrong clock or edited books; empty while both are right. */
export function useTillNotice(): string {
  const { words } = useCashier();
  const { clock } = useShop().view;
  // The books know it without the service, and what is booked now has an earlier day.
  const isBehindBooks = useTillState(({ snapshot }) => snapshot?.books?.behind === true);
  const isEdited = useTillState(({ snapshot }) => snapshot?.books?.state === 'damaged');
  if (isBehindBooks) return words.clockBehindBooks;
  if (clock !== 'right') return clock === 'ahead' ? words.clockAhead : words.clockBehind;
  return isEdited ? words.booksEdited : '';
}
