import type { CheckState } from '../../shared/pairing/checks.ts';
import { Check, Minus, TriangleAlert, X } from '../ui/icons.ts';

/** The sign beside a check's word; each state has a shape of its own. */
export function CheckGlyph({ state }: { readonly state: CheckState }) {
  switch (state) {
    case 'passed':
      return <Check size={20} aria-hidden="true" />;
    case 'warning':
      return <TriangleAlert size={20} aria-hidden="true" />;
    case 'failed':
      return <X size={20} aria-hidden="true" />;
    case 'skipped':
      return <Minus size={20} aria-hidden="true" />;
  }
}
