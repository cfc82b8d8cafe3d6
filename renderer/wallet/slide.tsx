import { useEffect, useRef, useState } from 'react';
import { ChevronsRight } from '../ui/icons.ts';
import { useSlide } from './use-slide.ts';

type SlideProps = {
  readonly label: string;
  readonly head: string;
  readonly text: string;
  readonly hint: string;
  readonly disabled: boolean;
  /** Takes the focus when it appears, for who comes back from the second step. */
  readonly focused: boolean;
  readonly onDone: () => void;
  readonly onAsk: () => void;
};

/**
 * Pays by dragging the knob across, or by holding Enter for one second. A mere press, by whatever
 * means, only asks for a second step: nobody needs to be able to drag, and nobody pays by a slip.
 */
export function Slide(props: SlideProps) {
  const { label, head, text, hint, disabled, focused, onDone, onAsk } = props;
  const track = useRef<HTMLDivElement>(null);
  const knob = useRef<HTMLButtonElement>(null);
  const [hinted, setHinted] = useState(false);
  const onGivenUp = () => setHinted(true);
  const { progress, moving, handlers } = useSlide(track, disabled, { onDone, onAsk, onGivenUp });
  // Sent, it stays where it was dragged to.
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
