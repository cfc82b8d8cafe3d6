import { useEffect, useRef, useState } from 'react';
import type { SetupView } from '../../../shared/bridge/setup.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Check, X } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { Options } from '../common/options.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { firstForm } from './setup-form.ts';
import { SetupPublicKey } from './setup-public-key.tsx';
import { SetupQuestions } from './setup-questions.tsx';
import { SetupSlip } from './setup-slip.tsx';

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
      <div className="setup-foot">
        <YellowKey bed={false} enter onPress={go}>
          {done ? words.setupStart : words.setupCheck}
        </YellowKey>
        <Ghost onPress={() => void till.setup({ kind: 'again' })}>{words.setupAgain}</Ghost>
      </div>
    </div>
  );
}
