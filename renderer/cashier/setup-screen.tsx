import { useEffect, useRef, useState } from 'react';
import type { SetupView } from '../../shared/bridge/setup.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Check, X } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useTools } from './context.tsx';
import { Options } from './options.tsx';
import { SetupAsking } from './setup-asking.tsx';
import { firstForm } from './setup-form.ts';
import { SetupKey } from './setup-key.tsx';
import { SetupSlip } from './setup-slip.tsx';
import { BrandStrip } from './strip.tsx';

/** The first run of a till that belongs to a service elsewhere: what is known, and what is asked. */
export function SetupScreen({ setup }: { readonly setup: SetupView }) {
  const { words } = useTools();
  const [form, setForm] = useState(() => firstForm(setup.facts.address));
  const { stage } = setup;
  const body = useRef<HTMLDivElement>(null);
  // What was pressed is gone with its stage; the focus goes on to the next thing to do.
  const place = stage.kind === 'asking' ? form.mode : stage.kind;
  useEffect(() => {
    if (place === 'working') return;
    body.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [place]);
  const parts = { setup, form, setForm };
  const ended = stage.kind === 'checked' ? stage.done : null;
  const said = ended === null ? '' : ended ? words.setupReady : words.setupNotReady;
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
          {stage.kind === 'asking' && <SetupAsking {...parts} />}
          {stage.kind === 'key_made' && <SetupKey {...parts} publicKey={stage.publicKey} />}
          {stage.kind === 'checked' && <SetupChecked done={stage.done} />}
          {stage.kind === 'working' && <Working sentence={words.setupWorking[stage.at]} />}
        </div>
      </section>
      <Announcer
        polite={stage.kind === 'working' ? words.setupWorking[stage.at] : ''}
        assertive={said}
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

/** After the checks: the till starts, or what is missing is put right and looked at again. */
export function SetupChecked({ done }: { readonly done: boolean }) {
  const { words, till } = useTools();
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
