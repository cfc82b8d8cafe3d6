import { useRef, useState } from 'react';
import { ChevronsRight } from '../ui/icons.ts';
import { useSlide } from './use-slide.ts';

type SlideProps = {
  readonly label: string;
  readonly head: string;
  readonly text: string;
  readonly hint: string;
  readonly disabled: boolean;
  readonly onDone: () => void;
};

/**
 * Pays by dragging the knob across. Holding it, or Enter, for one second does the same, and so
 * does the press of a screen reader: nobody needs to be able to drag.
 */
export function Slide({ label, head, text, hint, disabled, onDone }: SlideProps) {
  const track = useRef<HTMLDivElement>(null);
  const [hinted, setHinted] = useState(false);
  const { progress, moving, handlers } = useSlide(track, disabled, onDone, () => setHinted(true));
  return (
    <div className="slide" ref={track}>
      <button
        type="button"
        className={moving ? 'slide-knob slide-moving' : 'slide-knob'}
        style={{ transform: `translateX(calc((var(--slide-way)) * ${progress}))` }}
        aria-label={label}
        aria-disabled={disabled}
        {...handlers}
      >
        <ChevronsRight size={28} aria-hidden="true" />
      </button>
      <p className="slide-words" aria-hidden="true">
        <strong>{head}</strong>
        <span>{hinted ? hint : text}</span>
      </p>
    </div>
  );
}
