import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Ghost, YellowKey } from './key.tsx';

type DialogProps = {
  readonly head: string;
  readonly text: string;
  readonly children: ReactNode;
  /** The amount that the question is about, if it is not in its text. The page behind may be covered. */
  readonly due?: string;
  /** A warning, which interrupts the reader. */
  readonly alert?: boolean;
  /** Called for Escape. Null: somebody else answers, so neither Escape nor Enter presses a key here by habit. */
  readonly onClose: (() => void) | null;
};

/** A question inside the page. It is never shown over a live sale. */
export function Dialog(props: DialogProps) {
  const { head, text, children, due = '', alert = false, onClose } = props;
  const isElsewhere = onClose === null;
  // A warning can open above another question.
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A modal dialog gives the focus to its first key.
    if (isElsewhere) dialog?.focus();
    return () => dialog?.close();
  }, [isElsewhere]);
  // Closed while it is still in the page, a warning gives the focus back to what the reader was typing in.
  useLayoutEffect(() => {
    const dialog = element.current;
    return alert ? () => dialog?.close() : undefined;
  }, [alert]);
  return (
    <dialog
      ref={element}
      className="dialog"
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}head`}
      aria-describedby={`${id}text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      tabIndex={isElsewhere ? -1 : undefined}
      onKeyDown={(event) => {
        if (isElsewhere && event.key === 'Escape') event.preventDefault();
      }}
    >
      <h2 id={`${id}head`}>{head}</h2>
      <p id={`${id}text`}>{text}</p>
      {due !== '' && <p className="dialog-due">{due}</p>}
      <div className="dialog-keys">{children}</div>
    </dialog>
  );
}

type FinalQuestionProps = {
  readonly head: string;
  readonly text: string;
  /** Label of the key that changes nothing. */
  readonly keep: string;
  /** Label of the key that acts. */
  readonly act: string;
  readonly onKeep: () => void;
  readonly onAct: () => void;
};

/**
 * Asks before an act that cannot be undone. The key that changes nothing is the main one and has the
 * focus; the other one is secondary and stands apart.
 */
export function FinalQuestion({ head, text, keep, act, onKeep, onAct }: FinalQuestionProps) {
  return (
    <Dialog head={head} text={text} onClose={onKeep}>
      <YellowKey onPress={onKeep}>{keep}</YellowKey>
      <div className="dialog-apart">
        <Ghost onPress={onAct}>{act}</Ghost>
      </div>
    </Dialog>
  );
}
