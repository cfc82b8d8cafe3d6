import { eanBars } from '../../shared/device/scanner/ean.ts';

/** Modules without bars before and after the code, as the standard asks. */
const BEFORE = 11;
const AFTER = 7;
const HEIGHT = 60;
const MARGIN = 4;

/**
 * An EAN-13 code, black on white in both themes. Its style sheet gives each module a whole number of pixels:
 * bars of uneven width are not readable.
 */
export function Barcode({ code, label }: { readonly code: string; readonly label: string }) {
  const bars = eanBars(code);
  const width = BEFORE + bars.length + AFTER;
  const height = HEIGHT + 2 * MARGIN;
  const path = [...bars].map((bar, at) =>
    bar === '1' ? `M${BEFORE + at} ${MARGIN}h1v${HEIGHT}h-1z` : '',
  );
  return (
    <div className="barcode-place">
      <svg
        className="barcode"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${width}v${height}H0z`} />
        <path fill="#000" d={path.join('')} />
      </svg>
    </div>
  );
}
