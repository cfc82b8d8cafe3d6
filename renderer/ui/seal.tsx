import type { ReactNode } from 'react';
import type { Tone } from '../state/tone.ts';
import { SealGlyph } from './seal-glyph.tsx';

type SealProps = {
  readonly tone: Tone;
  /** Size in pixels. Below 48 the glyph is simpler. */
  readonly size: number;
  /** True while something is under way: the glyph is a turning ring. */
  readonly busy?: boolean;
  readonly className?: string;
};

/** The shape of a state with its glyph. Decoration: the word is always next to it. */
export function Seal({ tone, size, busy = false, className = '' }: SealProps) {
  return (
    <svg
      className={`seal seal-${tone} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      <title>{tone}</title>
      {shapeOf(tone)}
      <SealGlyph tone={tone} small={size < 48} busy={busy} />
    </svg>
  );
}

function octagon(): string {
  const points: string[] = [];
  for (let corner = 0; corner < 8; corner += 1) {
    const angle = (Math.PI / 8) * (2 * corner + 1);
    points.push(`${50 + 46.5 * Math.cos(angle)},${50 + 46.5 * Math.sin(angle)}`);
  }
  return points.join(' ');
}
const OCTAGON = octagon();

function shapeOf(tone: Tone): ReactNode {
  switch (tone) {
    case 'idle':
      return <circle className="seal-line" cx="50" cy="50" r="44" strokeWidth="6" />;
    case 'waiting':
      return <circle className="seal-line seal-ring" cx="50" cy="50" r="43.5" strokeWidth="9" />;
    case 'phone':
      return <rect className="seal-body" x="20" y="2" width="60" height="96" rx="16" />;
    case 'authorised':
      return (
        <polygon
          className="seal-body"
          strokeWidth="8"
          points="50,95 11,72.5 11,27.5 50,5 89,27.5 89,72.5"
        />
      );
    case 'paid':
      return <circle className="seal-body" cx="50" cy="50" r="48" />;
    case 'part':
      return (
        <>
          <circle className="seal-line" cx="50" cy="50" r="44" strokeWidth="8" />
          <path className="seal-body" d="M50 6a44 44 0 0 0 0 88Z" />
        </>
      );
    case 'refunded':
      return (
        <>
          <circle className="seal-body" cx="50" cy="50" r="48" />
          <circle className="seal-inner" cx="50" cy="50" r="39" strokeWidth="4" />
        </>
      );
    case 'declined':
      return <polygon className="seal-body" strokeWidth="6" points={OCTAGON} />;
    case 'expired':
      return (
        <path
          className="seal-body"
          strokeWidth="7"
          d="M14 6h72c-14 28-14 60 0 88H14c14-28 14-60 0-88Z"
        />
      );
    case 'aborted':
      return <rect className="seal-body" x="7" y="7" width="86" height="86" rx="9" />;
    case 'released':
      return (
        <path
          className="seal-line"
          strokeWidth="8"
          strokeLinecap="round"
          d="M62 10h21a7 7 0 0 1 7 7v66a7 7 0 0 1-7 7H17a7 7 0 0 1-7-7V17a7 7 0 0 1 7-7h9"
        />
      );
    case 'unclear':
      return <polygon className="seal-body" strokeWidth="7" points="50,5 95,50 50,95 5,50" />;
    case 'offline':
      return (
        <>
          <path className="seal-body" d="M80.6 12.8A48 48 0 0 0 12.8 80.6Z" />
          <path className="seal-body" d="M19.4 87.2A48 48 0 0 0 87.2 19.4Z" />
        </>
      );
  }
}
