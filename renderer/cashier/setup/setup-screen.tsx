import { useEffect, useRef, useState } from 'react';
import type { SetupFacts, SetupView } from '../../../shared/device/bridge/setup.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Check, Copy, X } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { CheckLine } from '../common/check-line.tsx';
import { useCashier } from '../common/context.tsx';
import { Options } from '../common/options.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { SetupFields, SetupProblem } from './setup-fields.tsx';
import { firstForm, stepOf } from './setup-form.ts';
import { SetupKeyboard } from './setup-keyboard.tsx';
import { type SetupProps, SetupQuestions } from './setup-questions.tsx';

const WHO = ['merchant', 'user', 'pos'] as const;

/** Shows the public key that the till generated, for the person who registers it in the portal. */
function SetupPublicKey(props: SetupProps & { readonly publicKey: string }) {
  const { setup, form, setForm, publicKey } = props;
  const { words, till } = useCashier();
  const [copied, setCopied] = useState(false);
  const step = stepOf({ ...form, mode: 'who' }, setup);
  useEffect(() => setForm((now) => ({ ...now, active: 'merchant' })), [setForm]);
  const copy = () => {
    // If the browser refuses to copy, the operator can still select the key.
    navigator.clipboard?.writeText(publicKey).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="setup-form">
      <header className="setup-head">
        <h1>{words.setupKeyHead}</h1>
        {setup.problem === null ? (
          <p>{words.setupKeyText}</p>
        ) : (
          <SetupProblem problem={setup.problem} />
        )}
      </header>
      <textarea
        className="setup-pem mono"
        readOnly
        rows={4}
        aria-label={words.setupKeyLabel}
        value={publicKey}
      />
      <SetupFields form={form} setForm={setForm} lines={WHO} />
      <SetupKeyboard form={form} setForm={setForm} />
      <div className="deck-foot setup-foot setup-foot-three">
        <Key
          className="key-yellow"
          disabled={step === null}
          onPress={() => {
            if (step !== null) void till.setup(step);
          }}
        >
          {words.setupKeyDone}
        </Key>
        <Ghost onPress={copy}>
          <Copy size={20} aria-hidden="true" />
          {copied ? words.setupCopied : words.setupCopy}
        </Ghost>
        <Ghost onPress={() => void till.setup({ kind: 'again' })}>{words.setupAgain}</Ghost>
      </div>
    </div>
  );
}

/**
 * The known facts about the till and the results of the checks. Torn off when the till is ready.
 */
function SetupSlip({ setup }: { readonly setup: SetupView }) {
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
            <dd className={name === 'shop' ? '' : 'mono'}>
              <bdi>{factText(name, facts[name] ?? '')}</bdi>
            </dd>
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

/** The first-run screen of a till that connects to a service on another machine. */
export function SetupScreen({ setup }: { readonly setup: SetupView }) {
  const { words } = useCashier();
  const [form, setForm] = useState(() => firstForm(setup.facts.address));
  const { stage } = setup;
  const body = useRef<HTMLDivElement>(null);
  // A new stage replaces the pressed key, so the focus moves to the stage's first field.
  const place = stage.kind === 'asking' ? form.mode : stage.kind;
  useEffect(() => {
    if (place === 'working') return;
    body.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [place]);
  const parts = { setup, form, setForm };
  const ended = stage.kind === 'checked' ? stage.done : null;
  const result = ended === null ? '' : ended ? words.setupReady : words.setupNotReady;
  return (
    <main className="till till-entry till-setup">
      <section className="counter">
        <BrandStrip shop={setup.facts.shop} />
        <SetupSlip setup={setup} />
      </section>
      <section className="deck till-right">
        <nav className="strip strip-status">
          <span className="strip-space" />
          <Options />
        </nav>
        <div ref={body} className="deck-body setup-body">
          {stage.kind === 'asking' && <SetupQuestions {...parts} />}
          {stage.kind === 'key_made' && <SetupPublicKey {...parts} publicKey={stage.publicKey} />}
          {stage.kind === 'checked' && <SetupChecked done={stage.done} />}
          {stage.kind === 'working' && <Working sentence={words.setupWorking[stage.at]} />}
        </div>
      </section>
      <Announcer
        polite={stage.kind === 'working' ? words.setupWorking[stage.at] : ''}
        assertive={result}
      />
    </main>
  );
}

function Working({ sentence }: { readonly sentence: string }) {
  return (
    <div className="deck-window deck-notice">
      <h1>{sentence}</h1>
    </div>
  );
}

/** Shown after the checks: start the till, or repeat the checks. */
export function SetupChecked({ done }: { readonly done: boolean }) {
  const { words, till } = useCashier();
  const go = () => void till.setup({ kind: done ? 'finish' : 'check' });
  return (
    <div className="setup-form">
      <div className="deck-window deck-notice setup-result">
        {done ? <Check size={64} aria-hidden="true" /> : <X size={64} aria-hidden="true" />}
        <div>
          <h1>{done ? words.setupReady : words.setupNotReady}</h1>
          <p>{done ? words.setupReadyText : words.setupNotReadyText}</p>
        </div>
      </div>
      <span className="setup-space" />
      <div className="deck-foot setup-foot">
        <YellowKey bed={false} enter onPress={go}>
          {done ? words.setupStart : words.setupCheck}
        </YellowKey>
        <Ghost onPress={() => void till.setup({ kind: 'again' })}>{words.setupAgain}</Ghost>
      </div>
    </div>
  );
}
