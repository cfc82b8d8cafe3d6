import type { ReactNode } from 'react';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { Amount } from './amount.tsx';

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

type SlipShopProps = {
  readonly name: string;
  readonly address: string | null;
  /** The number of the organisation, with the word before it. */
  readonly organisation: string | null;
};

/** The head of a slip: the shop. */
export function SlipShop({ name, address, organisation }: SlipShopProps) {
  return (
    <p className="slip-shop">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {address !== null && (
        <span>
          <bdi>{address}</bdi>
        </span>
      )}
      {organisation !== null && <span>{organisation}</span>}
    </p>
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

type SlipTotalProps = {
  readonly label: string;
  /** Minor units; null if there is none to say. */
  readonly amount: MoneyInteger | null;
  readonly currency: string;
  /** Said in place of an amount that is not known. */
  readonly unknown?: string;
  readonly className?: string;
  /** True if a person changes it while it is shown: it is announced then. */
  readonly live?: boolean;
};

/** The sum of a slip in large type. */
export function SlipTotal(props: SlipTotalProps) {
  const { label, amount, currency, unknown, className = '', live = false } = props;
  return (
    <dl className={`slip-total ${className}`.trim()} aria-live={live ? 'polite' : undefined}>
      <dt>{label}</dt>
      {amount !== null && (
        <dd>
          <Amount amount={amount} currency={currency} />
        </dd>
      )}
      {amount === null && unknown !== undefined && (
        <dd>
          <span className="slip-unknown">{unknown}</span>
        </dd>
      )}
    </dl>
  );
}
