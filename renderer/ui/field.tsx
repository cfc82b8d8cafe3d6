import { type ReactNode, useEffect, useState } from 'react';
import type { Tone } from '../state/tone.ts';

type FieldProps = {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly className?: string;
  readonly label: string;
};

/** The coloured panel of a state. A new colour slides down over the old one. */
export function Field({ tone, children, className = '', label }: FieldProps) {
  const [old, setBelow] = useState(tone);
  // The idle colour has no contrast with the text of a state, so it is never the lower layer.
  const below = old === 'idle' ? tone : old;
  useEffect(() => {
    // With reduced motion no animation runs, and no end of an animation is reported.
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
