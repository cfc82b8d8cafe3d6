import { useEffect, useRef } from 'react';
import { ring } from './countdown.tsx';

/** How long the notice stays if nobody does anything, in milliseconds. */
const STAYS_FOR = 10_000;

type ScanNoticeProps = {
  readonly text: string;
  /** Called after some time, and for the next key or touch. */
  readonly onGone: () => void;
};

/** Says above everything, dialogs too, what became of a scan that the screen does not take. */
export function ScanNotice({ text, onGone }: ScanNoticeProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    element.current?.showPopover();
    const cancel = ring(STAYS_FOR, false, onGone);
    window.addEventListener('pointerdown', onGone);
    window.addEventListener('keydown', onGone);
    return () => {
      cancel();
      window.removeEventListener('pointerdown', onGone);
      window.removeEventListener('keydown', onGone);
    };
  }, [onGone]);
  return (
    <p ref={element} className="scan-notice" role="alert" popover="manual">
      {text}
    </p>
  );
}
