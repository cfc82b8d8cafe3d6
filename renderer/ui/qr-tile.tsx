import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawQr, tileSide } from './qr-matrix.ts';

/** 60 mm at 96 CSS pixels per inch: the smallest tile of a till. */
const SIDE_MIN = 228;
const SIDE_MAX = 444;
/** Width of the window in CSS pixels from which the code grows with it. */
const WIDE = 1_920;
/** The same in the window of a till. */
const TILL_WIDE = 1_280;

type QrTileProps = {
  readonly text: string;
  readonly label: string;
  /** Largest side in CSS pixels, `SIDE_MAX` by default; in a wide window it grows. */
  readonly largest?: number;
  /** True in the window of a till, where the code grows from a smaller width. */
  readonly till?: boolean;
};

/**
 * The code, black on white in both themes, as large as its container allows. It is rendered only
 * while it can be paid. It is removed, never greyed or covered.
 */
export function QrTile({ text, label, largest = SIDE_MAX, till = false }: QrTileProps) {
  const place = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState(SIDE_MIN);
  const drawing = useMemo(() => drawQr(text), [text]);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      const most = largest * Math.max(1, window.innerWidth / (till ? TILL_WIDE : WIDE));
      const room = Math.min(element.clientWidth, element.clientHeight, most);
      setSpace(Math.max(SIDE_MIN, room));
    };
    measure();
    // At once, so that no picture shows the code larger than its place.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [largest, till]);
  const side = tileSide(drawing.side, space, window.devicePixelRatio);
  return (
    <div ref={place} className="qr-place">
      <svg
        className="qr"
        role="img"
        aria-label={label}
        width={side}
        height={side}
        viewBox={`0 0 ${drawing.side} ${drawing.side}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${drawing.side}v${drawing.side}H0z`} />
        <path fill="#000" d={drawing.path} />
      </svg>
    </div>
  );
}
