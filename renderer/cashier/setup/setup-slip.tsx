import type { SetupFacts, SetupView } from '../../../shared/bridge/setup.ts';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { CheckLine } from '../common/check-line.tsx';
import { useCashier } from '../common/context.tsx';

/**
 * The known facts about the till and the results of the checks. Torn off when the till is ready.
 */
export function SetupSlip({ setup }: { readonly setup: SetupView }) {
  const { words } = useCashier();
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
            <dd className={name === 'shop' ? '' : 'mono'}>{factText(name, facts[name] ?? '')}</dd>
          </div>
        ))}
      </dl>
      {results.length > 0 && (
        <>
          <Perforation />
          <ol className="setup-checks">
            {results.map(({ id, number, state, reason, fact }) => (
              <CheckLine key={id} number={number} name={words.setupChecks[id]} state={state}>
                {reason !== null && state !== 'skipped'
                  ? words.setupReasons[reason](fact ?? '')
                  : null}
              </CheckLine>
            ))}
          </ol>
        </>
      )}
    </Slip>
  );
}

/** A fact as text; an address is shown without `https://`. */
function factText(name: keyof SetupFacts, text: string): string {
  return name === 'address' ? text.replace(/^https:\/\//, '') : text;
}

function isFact(name: string): name is keyof SetupFacts {
  return ['address', 'shop', 'merchantId', 'posId', 'userId'].includes(name);
}
