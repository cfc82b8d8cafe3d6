import { Fragment, type ReactNode } from 'react';
import type { Tone } from '../state/tone.ts';
import { Check } from './icons.ts';
import { Seal } from './seal.tsx';

const SIZE = 44;

export type RailStop = {
  readonly tone: Extract<Tone, 'waiting' | 'phone' | 'authorised' | 'paid'>;
  readonly label: string;
  readonly step: 'done' | 'now' | 'todo';
  /** The progress of this step in words, for screen readers. */
  readonly stepLabel: string;
};

/** The steps of a payment in order. Fill, line and text show the current one. */
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

/**
 * The shape of one step: a tick when done, the full seal for the current step, an outline for later
 * steps.
 */
function RailShape({ tone, step }: Pick<RailStop, 'tone' | 'step'>) {
  if (step === 'now') return <Seal tone={tone} size={SIZE} />;
  const done = step === 'done';
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 100 100" aria-hidden="true" className="seal">
      <title>{tone}</title>
      {outline(tone, done)}
      {done && (
        <Check
          className={tone === 'waiting' ? 'seal-glyph seal-glyph-open' : 'seal-glyph'}
          x={25}
          y={25}
          width={50}
          height={50}
          strokeWidth={2.6}
        />
      )}
    </svg>
  );
}

function outline(tone: RailStop['tone'], done: boolean): ReactNode {
  const look = done ? 'seal-body' : 'seal-line';
  switch (tone) {
    case 'waiting':
      return <circle className="seal-line seal-ring" cx="50" cy="50" r="43.5" strokeWidth="9" />;
    case 'phone':
      return <rect className={look} x="22" y="6" width="56" height="88" rx="14" strokeWidth="6" />;
    case 'authorised':
      return (
        <polygon
          className={look}
          strokeWidth="6"
          points="50,86 18.8,68 18.8,32 50,14 81.2,32 81.2,68"
        />
      );
    case 'paid':
      return <circle className={look} cx="50" cy="50" r="34" strokeWidth="6" />;
  }
}
