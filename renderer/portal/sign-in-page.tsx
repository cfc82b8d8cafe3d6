import { type FormEvent, type ReactNode, useState } from 'react';
import { Ghost } from '../ui/key.tsx';
import { Slip } from '../ui/slip.tsx';
import { usePortal, usePortalState } from './common/context.tsx';
import { Input, Submit } from './common/form.tsx';
import { ListProblem } from './common/ledger.tsx';
import { LanguageSwitch, Mark } from './common/portal-head.tsx';

type SignInFrameProps = {
  readonly head: string;
  readonly text: string;
  /** What stands on the slip. */
  readonly children: ReactNode;
  /** The key below the slip, if there is one. */
  readonly below: ReactNode;
};

/** The page of a visitor who is not signed in. */
export function SignInFrame({ head, text, children, below }: SignInFrameProps) {
  return (
    <main className="sign-in">
      <header className="portal-head">
        <Mark />
        <LanguageSwitch />
      </header>
      <h1>{head}</h1>
      <p className="ledger-text">{text}</p>
      <Slip className="sign-in-slip" label={head}>
        {children}
      </Slip>
      {below}
    </main>
  );
}

/** Sign-in with merchant, user and secret. The demo needs one press. */
export function SignInPage() {
  const { portal, words } = usePortal();
  const demo = usePortalState((state) => state.me?.demo === true);
  const busy = usePortalState((state) => state.busy);
  const problem = usePortalState((state) => state.problem);
  const [merchant, setMerchant] = useState('');
  const [user, setUser] = useState('');
  const [secret, setSecret] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (merchant !== '' && user !== '' && secret !== '') {
      void portal.signIn(merchant.trim(), user.trim(), secret);
    }
  };
  return (
    <SignInFrame
      head={words.signIn}
      text={words.signInText}
      below={
        demo && (
          <Ghost className="sign-in-demo" onPress={() => void portal.openDemo()}>
            {words.openDemo}
          </Ghost>
        )
      }
    >
      <form onSubmit={submit}>
        <Input label={words.merchantId} value={merchant} onChange={setMerchant} name="merchant" />
        <Input
          label={words.userId}
          value={user}
          onChange={setUser}
          name="user"
          complete="username"
        />
        <Input
          label={words.secret}
          value={secret}
          onChange={setSecret}
          name="secret"
          type="password"
          complete="current-password"
        />
        <ListProblem problem={problem} />
        <Submit label={words.enter} busy={busy} />
      </form>
    </SignInFrame>
  );
}
