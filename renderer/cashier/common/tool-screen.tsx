import type { ReactNode } from 'react';
import { useShop } from './context.tsx';
import { ProblemNotice } from './problem.tsx';
import { BrandStrip, StatusStrip } from './strip.tsx';

type ToolScreenProps = {
  /** The content of the counter, below the shop's name. */
  readonly slip: ReactNode;
  /** Names the counter and lets the keys of a keyboard scroll it, for a slip that may be long. */
  readonly scrolls?: string;
  /** What the tool has found or what to do, in the deck's window. */
  readonly result: { readonly head: string; readonly text: string };
  /** The keys below the window. */
  readonly children: ReactNode;
  /** What a screen reader says. */
  readonly announcer: ReactNode;
};

/** The layout of a tool of the till: its slip at the counter, its result and its keys on the deck. */
export function ToolScreen({ slip, scrolls, result, children, announcer }: ToolScreenProps) {
  const { settings } = useShop();
  const focus = scrolls === undefined ? {} : { 'aria-label': scrolls, tabIndex: 0 };
  return (
    <main className="till till-entry till-setup till-diagnosis">
      <section className="counter" {...focus}>
        <BrandStrip shop={settings.shop.name} />
        {slip}
      </section>
      <section className="deck till-right">
        <StatusStrip />
        <div className="deck-body setup-body diagnosis-body">
          <div className="deck-window deck-notice diagnosis-window">
            <h1>{result.head}</h1>
            <p>{result.text}</p>
          </div>
          <ProblemNotice />
          {children}
        </div>
      </section>
      {announcer}
    </main>
  );
}
