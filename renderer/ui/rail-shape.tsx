import type { ReactNode } from 'react';
import { Check } from './icons.ts';
import type { RailStop } from './rail.tsx';
import { Seal } from './seal.tsx';

const SIZE = 44;

/** One stop's shape: a tick inside when done, the full seal now, an outline when still to come. */
export function RailShape({ tone, step }: Pick<RailStop, 'tone' | 'step'>) {
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
