import { type ReactNode, useEffect, useRef } from 'react';

type PaperProps = {
  readonly children: ReactNode;
  /** What is printed; the slip is fed on whenever it changes. */
  readonly of: unknown;
};

/** The column of the slip. A slip that is longer than the display shows its end, with the total. */
export function Paper({ children, of }: PaperProps) {
  const column = useRef<HTMLDivElement>(null);
  const printed = useRef<unknown>(null);
  useEffect(() => {
    if (column.current === null || printed.current === of) return;
    printed.current = of;
    column.current.scrollTop = column.current.scrollHeight;
  }, [of]);
  return (
    <div className="display-paper" ref={column}>
      {children}
    </div>
  );
}
