import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { Ghost } from '../ui/key.tsx';
import { usePortal, usePortalState } from './common/context.tsx';
import { Input, Submit } from './common/form.tsx';
import { ActProblem } from './common/ledger.tsx';
import { SignInFrame } from './common/portal-head.tsx';

// Loaded when it is shown, because most visits of the portal find a session.
const EmailSignIn = lazy(async () => ({
  default: (await import('./email-sign-in.tsx')).EmailSignIn,
}));

/** Sign-in by e-mail, where the service can send codes, or with a secret. The demo needs one press. */
export function SignInPage() {
  const { portal, words } = usePortal();
  const demo = usePortalState((state) => state.me?.demo === true);
  const sends = usePortalState((state) => state.me?.email === true);
  const [chosen, setChosen] = useState<'email' | 'secret' | null>(null);
  const method = chosen ?? (sends ? 'email' : 'secret');
  const other = method === 'email' ? 'secret' : 'email';
  const change = () => {
    portal.store.setState({ problem: null });
    setChosen(other);
  };
  const others = (
    <div className="stacked">
      <Ghost className="sign-in-demo" onPress={change}>
        {other === 'email' ? words.byEmail : words.bySecret}
      </Ghost>
      {demo && (
        <Ghost className="sign-in-demo" onPress={() => void portal.openDemo()}>
          {words.openDemo}
        </Ghost>
      )}
    </div>
  );
  if (method === 'secret') return <SecretSignIn others={others} />;
  return (
    <Suspense>
      <EmailSignIn others={others} />
    </Suspense>
  );
}

/** Sign-in with merchant, user and secret. */
function SecretSignIn({ others }: { readonly others: ReactNode }) {
  const { portal, words } = usePortal();
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
    <SignInFrame head={words.signIn} text={words.signInText} below={others}>
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
        <ActProblem problem={problem} />
        <Submit label={words.enter} busy={busy} />
      </form>
    </SignInFrame>
  );
}
