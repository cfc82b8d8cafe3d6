import type { ReactNode } from 'react';

type SlipProps = {
  readonly children: ReactNode;
  readonly label: string;
  /** Torn off: the answer is final. */
  readonly torn?: boolean;
  readonly className?: string;
};

/** The paper of one sale under its slot: hanging while undecided, torn off when final. */
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

/** The slot with no paper in it and one sentence below. */
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
