import { type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '../state/tone.ts';

type FieldProps = {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly className?: string;
  readonly label: string;
};

/** The flooded panel of a state. A new colour comes down over the old one as a curtain. */
export function Field({ tone, children, className = '', label }: FieldProps) {
  const [old, setBelow] = useState(tone);
  // The counter's own colour is no state: the words of one could not be read on it meanwhile.
  const below = old === 'idle' ? tone : old;
  useEffect(() => {
    // Where no animation runs (reduced motion) no end of one is reported either.
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setBelow((before) => (still || before === 'idle' ? tone : before));
  }, [tone]);
  return (
    <section className={`field tone-${tone} ${className}`} aria-label={label}>
      <div className={`field-below tone-${below}`} aria-hidden="true" />
      {below !== tone && (
        <div
          key={tone}
          className="field-curtain"
          aria-hidden="true"
          onAnimationEnd={() => setBelow(tone)}
        />
      )}
      <div className="field-content">{children}</div>
    </section>
  );
}
