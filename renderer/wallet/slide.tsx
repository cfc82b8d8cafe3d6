import { useEffect, useRef, useState } from 'react';
import { ChevronsRight } from '../ui/icons.ts';
import { useSlide } from './use-slide.ts';

type SlideProps = {
  readonly label: string;
  readonly head: string;
  readonly text: string;
  readonly hint: string;
  readonly disabled: boolean;
  /** True if the knob takes the focus when it is mounted, after the second step. */
  readonly focused: boolean;
  readonly onDone: () => void;
  readonly onAsk: () => void;
};

/**
 * Pays when the customer drags the knob across or holds Enter for one second. A press without a
 * drag opens a second step, so that customers who cannot drag can pay too, and no accidental press
 * pays.
 */
export function Slide(props: SlideProps) {
  const { label, head, text, hint, disabled, focused, onDone, onAsk } = props;
  const track = useRef<HTMLDivElement>(null);
  const knob = useRef<HTMLButtonElement>(null);
  const [hinted, setHinted] = useState(false);
  const onGivenUp = () => setHinted(true);
  const { progress, moving, handlers } = useSlide(track, disabled, { onDone, onAsk, onGivenUp });
  // While the payment is being sent, the knob stays at the end.
  const off = disabled && progress === 0;
  useEffect(() => {
    if (focused) knob.current?.focus();
  }, [focused]);
  return (
    <div className="slide" ref={track}>
      <button
        ref={knob}
        type="button"
        className={`slide-knob${moving ? ' slide-moving' : ''}${off ? ' slide-off' : ''}`}
        style={{
          transform: `translateX(calc((var(--slide-way)) * var(--slide-sign) * ${progress}))`,
        }}
        aria-label={label}
        aria-disabled={disabled}
        {...handlers}
      >
        <ChevronsRight size={28} aria-hidden="true" />
      </button>
      <p className="slide-words" aria-hidden="true">
        <strong>{head}</strong>
        <span>{hinted && !disabled ? hint : text}</span>
      </p>
    </div>
  );
}
