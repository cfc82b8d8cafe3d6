import { type PropsWithChildren, useCallback, useEffect, useState } from 'react';
import { MINUTE, SECOND } from '../../shared/time/clock.ts';
import { Countdown, ring, useNow } from '../ui/countdown.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { usePortal, usePortalState } from './common/context.tsx';

/** The warning appears this long before the end of the session (WCAG 2.2.1 asks for 20 seconds). */
const WARNING = 2 * MINUTE;
/** How often the page asks the service near the end: another tab may have prolonged the session. */
const ASK_EVERY = 10 * SECOND;

/**
 * Warns before the session ends, above the page, which stays as it is. Only a press prolongs the session:
 * the questions of this page do so no more than its other repeated reads. `children` is shown above the key
 * to sign out.
 */
export function SessionWarning({ children }: PropsWithChildren) {
  const { portal, words } = usePortal();
  const ends = usePortalState((state) => state.ends);
  const left = (ends?.at ?? Number.POSITIVE_INFINITY) - useNow(SECOND);
  const isNear = left <= WARNING;
  const isOver = left <= 0;
  const [asked, setAsked] = useState(false);
  const [closed, setClosed] = useState(false);
  const [failed, setFailed] = useState(false);

  const ask = useCallback(async () => {
    await portal.askSession(false);
    setAsked(true);
  }, [portal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the time is over
  useEffect(() => {
    if (!isNear) return;
    void ask();
    return ring(ASK_EVERY, true, () => void ask());
  }, [isNear, isOver, ask]);
  useEffect(() => {
    if (isNear) return;
    setAsked(false);
    setClosed(false);
    setFailed(false);
  }, [isNear]);

  if (ends === null || !isNear || !asked || closed) return null;
  const stay = async () => setFailed(!(await portal.askSession(true)).ok);
  const close = () => (ends.final ? setClosed(true) : void stay());
  return (
    <Dialog
      alert
      head={words.stayHead}
      text={ends.final ? words.endText : words.stayText}
      onClose={close}
    >
      <Countdown label={words.stayLeft} until={ends.at} />
      {failed && <p role="alert">{words.unreachableText}</p>}
      <YellowKey onPress={close}>{ends.final ? words.endSeen : words.stay}</YellowKey>
      {children}
      <Ghost onPress={() => void portal.signOut()}>{words.signOut}</Ghost>
    </Dialog>
  );
}
