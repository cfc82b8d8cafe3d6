import type { ComponentType, SVGProps } from 'react';
import type { Tone } from '../state/tone.ts';
import {
  Ban,
  Check,
  LoaderCircle,
  LockKeyhole,
  LockOpen,
  Minus,
  ScanQrCode,
  TimerOff,
  Undo2,
  Wifi,
  X,
} from './icons.ts';

type Glyph = ComponentType<SVGProps<SVGSVGElement>>;

/** Side of the glyph within the shape's 100 units, and its line width. */
type Placed = { readonly glyph: Glyph; readonly side: number; readonly weight: number };

function placedOf(tone: Tone, small: boolean): Placed | null {
  switch (tone) {
    case 'idle':
    case 'part':
      return null;
    case 'waiting':
      return { glyph: ScanQrCode, side: 46, weight: 2.2 };
    case 'phone':
      return { glyph: PhoneGlyph, side: 62, weight: 2.1 };
    case 'authorised':
      return { glyph: LockKeyhole, side: small ? 54 : 46, weight: small ? 2.6 : 2.2 };
    case 'paid':
      return { glyph: Check, side: 60, weight: 2.6 };
    case 'refunded':
      return { glyph: Undo2, side: 46, weight: 2.4 };
    case 'declined':
      return { glyph: X, side: 54, weight: 2.6 };
    case 'expired':
      return small
        ? { glyph: HandsGlyph, side: 56, weight: 2.8 }
        : { glyph: TimerOff, side: 44, weight: 2.2 };
    case 'aborted':
      return small
        ? { glyph: Minus, side: 52, weight: 3.2 }
        : { glyph: Ban, side: 52, weight: 2.2 };
    case 'released':
      return { glyph: LockOpen, side: 48, weight: 2.2 };
    case 'unclear':
      return { glyph: QuestionGlyph, side: 62, weight: 2.1 };
    case 'offline':
      return { glyph: Wifi, side: 54, weight: 2.4 };
  }
}

/** The glyph inside a state's shape, or a turning ring while something is under way. */
export function SealGlyph(props: {
  readonly tone: Tone;
  readonly small: boolean;
  readonly busy: boolean;
}) {
  const { tone, small, busy } = props;
  const placed = busy ? { glyph: LoaderCircle, side: 46, weight: 2.6 } : placedOf(tone, small);
  if (placed === null) return null;
  const { glyph: Drawn, side, weight } = placed;
  const open = tone === 'waiting' || tone === 'released';
  const at = 50 - side / 2;
  return (
    <g className={busy ? 'seal-turn' : undefined}>
      <Drawn
        className={open ? 'seal-glyph seal-glyph-open' : 'seal-glyph'}
        x={at}
        y={at}
        width={side}
        height={side}
        strokeWidth={weight}
      />
    </g>
  );
}

const BOX = {
  viewBox: '0 0 24 24',
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The outline of a phone with a tick. */
function PhoneGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...BOX} {...props} aria-hidden="true">
      <path d="M10 20.2h4" />
      <path d="m8 11 2.8 2.8 5.4-5.6" />
    </svg>
  );
}

function HandsGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...BOX} {...props} aria-hidden="true">
      <path d="M12 5v7l4 3" />
    </svg>
  );
}

function QuestionGlyph(props: SVGProps<SVGSVGElement>) {
  return (
    <svg {...BOX} {...props} aria-hidden="true">
      <path d="M9.1 9a3 3 0 0 1 5.8 1c0 2-3 3-3 3" />
      <path d="M12 17h.01" />
    </svg>
  );
}

/** The product's mark. */
export function BrandGlyph() {
  return (
    <svg width="22" height="26" viewBox="0 0 22 26" aria-hidden="true">
      <path
        d="M1 0h20v22l-2.5 3.4L16 22l-2.5 3.4L11 22l-2.5 3.4L6 22l-2.5 3.4L1 22z"
        fill="currentColor"
      />
      <rect x="11" y="11" width="6" height="6" rx="1.6" fill="var(--signal)" />
    </svg>
  );
}
