import { Fragment } from 'react';
import type { Tone } from '../state/tone.ts';
import { RailShape } from './rail-shape.tsx';

export type RailStop = {
  readonly tone: Extract<Tone, 'waiting' | 'phone' | 'authorised' | 'paid'>;
  readonly label: string;
  readonly step: 'done' | 'now' | 'todo';
  /** How far along it is, in words, for those who do not see the line. */
  readonly stepLabel: string;
};

/** The four shapes of a payment in their order; where it stands is told by fill, line and word. */
export function Rail({
  stops,
  label,
}: {
  readonly stops: readonly RailStop[];
  readonly label: string;
}) {
  return (
    <ol className="rail" aria-label={label}>
      {stops.map((stop, index) => (
        <Fragment key={stop.tone}>
          {index > 0 && (
            <li className={`rail-line rail-${stop.step}`} aria-hidden="true" role="presentation" />
          )}
          <li
            className={`rail-stop rail-${stop.step}`}
            aria-current={stop.step === 'now' ? 'step' : undefined}
          >
            <RailShape tone={stop.tone} step={stop.step} />
            <span className="rail-label">{stop.label}</span>
            <span className="sr-only"> ({stop.stepLabel})</span>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
