import { type ReactNode, useEffect, useRef } from 'react';

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
