import type { ReactNode } from 'react';

type SlipProps = {
  readonly children: ReactNode;
  readonly label: string;
  /** True if the result is final: the slip is drawn torn off. */
  readonly torn?: boolean;
  readonly className?: string;
};

/** The slip of one sale: attached while it is open, torn off when it is final. */
export function Slip({ children, label, torn = false, className = '' }: SlipProps) {
  return (
    <div className={`slip-place ${className}`}>
      <div className="slot" aria-hidden="true" />
      <div className={torn ? 'slip-lift slip-lift-torn' : 'slip-lift'}>
        <article className={torn ? 'slip slip-torn' : 'slip slip-live'} aria-label={label}>
          {children}
        </article>
      </div>
    </div>
  );
}

/** The slot without a slip, and one sentence below it. */
export function EmptySlot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="slip-place">
      <div className="slot" aria-hidden="true" />
      <p className="slot-empty">{children}</p>
    </div>
  );
}

export function Perforation() {
  return <hr className="perforation" />;
}
