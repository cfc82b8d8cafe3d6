import { type ReactNode, useEffect, useRef } from 'react';
import { Ghost, YellowKey } from './key.tsx';

type DialogProps = {
  readonly head: string;
  readonly text: string;
  readonly children: ReactNode;
  /** Called for Escape. */
  readonly onClose: () => void;
};

/** A question inside the page. It is never shown over a live sale. */
export function Dialog({ head, text, children, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby="dialog-head"
      aria-describedby="dialog-text"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id="dialog-head">{head}</h2>
      <p id="dialog-text">{text}</p>
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
