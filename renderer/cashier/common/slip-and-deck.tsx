import type { ReactNode } from 'react';
import { Announcer } from '../../ui/announcer.tsx';
import { useCashier, useShop } from './context.tsx';
import { BrandStrip, StatusStrip } from './strip.tsx';

type SlipAndDeckProps = {
  /** The class of the screen beside those of every screen of this form. */
  readonly className?: string;
  readonly slip: ReactNode;
  /** What a screen reader says; empty for nothing. `now`: it interrupts what is said. */
  readonly said: string;
  readonly how?: 'now' | 'after';
  readonly children: ReactNode;
};

/** A screen with its slip at the left and one deck at the right: the drawer, a close and refunds from the books. */
export function SlipAndDeck({ className, slip, said, how = 'now', children }: SlipAndDeckProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  return (
    <main
      className={className === undefined ? 'till till-drawer' : `till till-drawer ${className}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter" aria-label={words.slipLabel} tabIndex={0}>
        <BrandStrip shop={settings.shop.name} />
        {slip}
      </section>
      <section className="deck till-right refund-side deck-choices">
        <StatusStrip />
        <div className="deck-body">{children}</div>
      </section>
      <Announcer polite={how === 'after' ? said : ''} assertive={how === 'now' ? said : ''} />
    </main>
  );
}
