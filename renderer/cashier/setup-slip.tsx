import type { SetupFacts, SetupView } from '../../shared/bridge/setup.ts';
import type { CheckResult } from '../../shared/pairing/checks.ts';
import { EmptySlot, Perforation, Slip } from '../ui/slip.tsx';
import { CheckGlyph } from './check-glyph.tsx';
import { useTools } from './context.tsx';

/** What the till has learned, printed as it learns it; torn off when it is ready. */
export function SetupSlip({ setup }: { readonly setup: SetupView }) {
  const { words } = useTools();
  const { facts, stage } = setup;
  const names = Object.keys(words.setupFacts).filter(isFact);
  const known = names.filter((name) => facts[name] !== null);
  if (known.length <= 1 && stage.kind !== 'checked') {
    return <EmptySlot>{words.setupSlipEmpty}</EmptySlot>;
  }
  const results = stage.kind === 'checked' ? stage.results : [];
  const torn = stage.kind === 'checked' && stage.done;
  return (
    <Slip label={words.setupSlipLabel} torn={torn}>
      <p className="slip-head">{words.setupSlip}</p>
      <dl className="slip-facts setup-facts">
        {known.map((name) => (
          <div key={name}>
            <dt>{words.setupFacts[name]}</dt>
            <dd className={name === 'shop' ? '' : 'mono'}>{shown(name, facts[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
      {results.length > 0 && (
        <>
          <Perforation />
          <ol className="setup-checks">
            {results.map((result) => (
              <Line key={result.id} result={result} />
            ))}
          </ol>
        </>
      )}
    </Slip>
  );
}

function Line({ result }: { readonly result: CheckResult }) {
  const { words } = useTools();
  const { number, id, state, reason, fact } = result;
  return (
    <li className={`setup-check setup-check-${state}`}>
      <span className="mono">{number}</span>
      <strong>{words.setupChecks[id]}</strong>
      <span className="setup-check-state">
        <CheckGlyph state={state} />
        {words.setupStates[state]}
      </span>
      {reason !== null && state !== 'skipped' && (
        <small>{words.setupReasons[reason](fact ?? '')}</small>
      )}
    </li>
  );
}

/** An address without its scheme's ballast where it is the usual one. */
function shown(name: keyof SetupFacts, text: string): string {
  return name === 'address' ? text.replace(/^https:\/\//, '') : text;
}

function isFact(name: string): name is keyof SetupFacts {
  return ['address', 'shop', 'merchantId', 'posId', 'userId'].includes(name);
}
