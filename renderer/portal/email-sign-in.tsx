import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { PortalEntered, PortalTicket } from '../../shared/portal/sign-in.ts';
import type { ApiAnswer, ApiRefusal } from '../state/api-answer.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { drawQr } from '../ui/qr-matrix.ts';
import { usePortal, usePortalState } from './common/context.tsx';
import { Input, Submit } from './common/form.tsx';
import { ActProblem } from './common/ledger.tsx';
import { SignInFrame } from './common/portal-head.tsx';
import { useShownOnce } from './common/shown-once.tsx';

/** The step of a sign-in by e-mail. Nothing of it is kept when the page is left. */
type Step =
  | { readonly kind: 'address' }
  | { readonly kind: 'code'; readonly email: string }
  | { readonly kind: 'factor'; readonly ticket: PortalTicket }
  | { readonly kind: 'recovery'; readonly entered: PortalEntered }
  | { readonly kind: 'shop'; readonly entered: PortalEntered };

/** Sign-in of a self-service user: a code by e-mail, then a code of an authenticator app. */
export function EmailSignIn({ others }: { readonly others: ReactNode }) {
  const { portal, words } = usePortal();
  const [step, setStep] = useState<Step>({ kind: 'address' });
  const back = () => {
    portal.store.setState({ problem: null });
    setStep({ kind: 'address' });
  };
  const enter = (entered: PortalEntered) => {
    const several = (entered.me.user?.merchants.length ?? 0) > 1;
    if (several) setStep({ kind: 'shop', entered });
    else portal.enterAs(entered.me);
  };
  switch (step.kind) {
    case 'address':
      return <Address others={others} onSent={(email) => setStep({ kind: 'code', email })} />;
    case 'code': {
      const next = (ticket: PortalTicket) => setStep({ kind: 'factor', ticket });
      return <EmailCode email={step.email} onBack={back} onRight={next} />;
    }
    case 'factor': {
      const next = (entered: PortalEntered) => {
        if (entered.recovery_codes.length === 0) enter(entered);
        else setStep({ kind: 'recovery', entered });
      };
      return <Factor ticket={step.ticket} onBack={back} onRight={next} />;
    }
    case 'recovery': {
      const { entered } = step;
      return <RecoveryCodes codes={entered.recovery_codes} onKept={() => enter(entered)} />;
    }
    case 'shop':
      return (
        <SignInFrame head={words.chooseShop} text={words.chooseShopText} below={null}>
          <ShopKeys entered={step.entered} />
        </SignInFrame>
      );
  }
}

type OneCodeProps = {
  readonly label: string;
  readonly hint?: string;
  /** What the key says. */
  readonly act: string;
  readonly name: string;
  readonly complete: string;
  /** What the refusals of this step mean; the sentence for any call where it has none. */
  readonly says?: Partial<Readonly<Record<ApiRefusal, string>>>;
  readonly run: (typed: string) => Promise<void>;
};

/** A form with one line: an address or a code. */
function OneLine({ label, hint, act, name, complete, says = {}, run }: OneCodeProps) {
  const busy = usePortalState((state) => state.busy);
  const problem = usePortalState((state) => state.problem);
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The page before has gone with its focus; the first page is left as it opens.
  useEffect(() => {
    if (name !== 'email') form.current?.querySelector('input')?.focus();
  }, [name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    void run(typed.trim()).then(() => setTyped(name === 'email' ? typed : ''));
  };
  const refusal = problem?.refusal ?? null;
  const why = refusal === null ? undefined : says[refusal];
  const more = hint === undefined ? {} : { hint };
  return (
    <form ref={form} onSubmit={submit}>
      <Input
        label={label}
        value={typed}
        onChange={setTyped}
        name={name}
        complete={complete}
        {...more}
      />
      {why === undefined ? (
        <ActProblem problem={problem} />
      ) : (
        <p className="portal-problem" role="alert">
          {why}
        </p>
      )}
      <Submit label={act} busy={busy} />
    </form>
  );
}

/** Runs an action and goes on with its value; the form shows a problem. */
function useAct() {
  const { portal } = usePortal();
  return async <T,>(run: () => Promise<ApiAnswer<T>>, then: (value: T) => void) => {
    // An answer without content is null as well; in a list it differs from a failure.
    const done = await portal.act<readonly [T]>(async () => {
      const answer = await run();
      return answer.ok ? { ...answer, value: [answer.value] } : answer;
    });
    if (done !== null) then(done[0]);
  };
}

type AddressProps = { readonly others: ReactNode; readonly onSent: (email: string) => void };

function Address({ others, onSent }: AddressProps) {
  const { portal, words } = usePortal();
  const act = useAct();
  const sends = usePortalState((state) => state.me?.email === true);
  const run = (email: string) =>
    act(
      () => portal.api.emailCode(email),
      () => onSent(email),
    );
  return (
    <SignInFrame head={words.signIn} text={words.emailText} below={others}>
      {sends ? (
        <OneLine
          label={words.emailAddress}
          act={words.sendCode}
          run={run}
          name="email"
          complete="email"
        />
      ) : (
        <p>{words.emailNotSet}</p>
      )}
    </SignInFrame>
  );
}

type EmailCodeProps = {
  readonly email: string;
  readonly onBack: () => void;
  readonly onRight: (ticket: PortalTicket) => void;
};

function EmailCode({ email, onBack, onRight }: EmailCodeProps) {
  const { portal, words } = usePortal();
  const act = useAct();
  const send = () =>
    void act(
      () => portal.api.emailCode(email),
      () => undefined,
    );
  const back = (
    <>
      <Ghost className="sign-in-demo" onPress={send}>
        {words.emailAgain}
      </Ghost>
      <Ghost className="sign-in-demo" onPress={onBack}>
        {words.emailOther}
      </Ghost>
    </>
  );
  return (
    <SignInFrame head={words.emailCodeHead} text={words.emailCodeText(email)} below={back}>
      <OneLine
        label={words.emailCode}
        act={words.goOn}
        name="code"
        complete="one-time-code"
        says={{ wrong_sign_in: words.emailWrong }}
        run={(code) => act(() => portal.api.emailSession(email, code), onRight)}
      />
    </SignInFrame>
  );
}

type FactorProps = {
  readonly ticket: PortalTicket;
  readonly onBack: () => void;
  readonly onRight: (entered: PortalEntered) => void;
};

/** A code of the app; before it the app's key, when the person has none yet. */
function Factor({ ticket: { ticket, enrol }, onBack, onRight }: FactorProps) {
  const { portal, words } = usePortal();
  const act = useAct();
  const [head, text] =
    enrol === null ? [words.factorHead, words.factorText] : [words.enrolHead, words.enrolText];
  const back = (
    <Ghost className="sign-in-demo" onPress={onBack}>
      {words.startAgain}
    </Ghost>
  );
  return (
    <SignInFrame head={head} text={text} below={back}>
      {enrol !== null && <AppKey {...enrol} />}
      <OneLine
        label={words.factorCode}
        {...(enrol === null ? { hint: words.factorHint } : {})}
        act={words.goOn}
        name="factor"
        complete="one-time-code"
        says={{ wrong_sign_in: words.factorWrong, conflict: words.signInOver }}
        run={(code) => act(() => portal.api.secondFactor(ticket, code), onRight)}
      />
    </SignInFrame>
  );
}

/** The key for the app: black on white in both themes, and as letters in groups of four. */
function AppKey({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const { words } = usePortal();
  const { side, path } = useMemo(() => drawQr(uri), [uri]);
  return (
    <>
      <svg
        className="code-picture app-key"
        role="img"
        aria-label={words.enrolPicture}
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <p className="app-key-label">{words.enrolLetters}</p>
      <p className="secret mono">{secret.match(/.{1,4}/g)?.join(' ')}</p>
    </>
  );
}

type RecoveryProps = { readonly codes: readonly string[]; readonly onKept: () => void };

function RecoveryCodes({ codes, onKept }: RecoveryProps) {
  const { words } = usePortal();
  const text = `${codes.join('\n')}\n`;
  const once = useShownOnce({
    text,
    file: { name: `${words.recoveryFile}.txt`, content: text, label: words.recoverySave },
  });
  return (
    <SignInFrame head={words.recoveryHead} text={words.recoveryText} below={null}>
      <div className="stacked">
        <ul className="secret mono recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        {once.keys}
        <YellowKey disabled={!once.kept} onPress={onKept}>
          {words.recoveryKept}
        </YellowKey>
      </div>
    </SignInFrame>
  );
}

/** One key for each shop of the person. */
function ShopKeys({ entered }: { readonly entered: PortalEntered }) {
  const { portal } = usePortal();
  const problem = usePortalState((state) => state.problem);
  const act = useAct();
  const open = (id: string) => act(() => portal.api.openMerchant(id), portal.enterAs);
  return (
    <div className="stacked">
      {entered.me.user?.merchants.map(({ id, name }) => (
        <Ghost key={id} onPress={() => void open(id)}>
          <bdi>{name}</bdi>
        </Ghost>
      ))}
      <ActProblem problem={problem} />
    </div>
  );
}
