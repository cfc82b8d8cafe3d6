import type { CheckState } from '../../../shared/device/pairing/checks.ts';
import { Check, Minus, TriangleAlert, X } from '../../ui/icons.ts';
import { useCashier } from './context.tsx';

type CheckLineProps = {
  readonly number: number;
  readonly name: string;
  readonly state: CheckState;
  /** What the check found or what to do about it; null for none. */
  readonly children: string | null;
};

/** One line of a slip of checks: number, name, result and note. */
export function CheckLine({ number, name, state, children }: CheckLineProps) {
  const { words } = useCashier();
  return (
    <li className={`setup-check setup-check-${state}`}>
      <span className="mono">{number}</span>
      <strong>{name}</strong>
      <span className="setup-check-state">
        <CheckGlyph state={state} />
        {words.setupStates[state]}
      </span>
      {children !== null && <small>{children}</small>}
    </li>
  );
}

/** The icon next to a check's word; each state has its own shape. */
function CheckGlyph({ state }: { readonly state: CheckState }) {
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
