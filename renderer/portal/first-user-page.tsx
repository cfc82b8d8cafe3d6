import { type FormEvent, useState } from 'react';
import type { PortalFirstUser } from '../../shared/portal/contract.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { type MadeKey, makeKey } from './adapters/make-key.ts';
import { usePortal, usePortalState } from './common/context.tsx';
import { Input, Submit } from './common/form.tsx';
import { ActProblem } from './common/ledger.tsx';
import { SignInFrame } from './common/portal-head.tsx';
import type { Invitation } from './common/route.ts';
import { useShownOnce } from './common/shown-once.tsx';

type Made = { readonly user: PortalFirstUser; readonly key: MadeKey };

/** The first user of a merchant: the secret and the key are made here and shown once. */
export function FirstUserPage(props: {
  readonly invitation: Invitation;
  readonly onDone: () => void;
}) {
  const { invitation, onDone } = props;
  const { portal, words } = usePortal();
  const [made, setMade] = useState<Made | null>(null);
  const finish = (me: PortalFirstUser['me']) => {
    onDone();
    portal.enterAs(me);
  };
  return (
    <SignInFrame
      head={words.firstUser}
      text={words.firstUserText(invitation.merchant)}
      below={
        made === null && (
          <Ghost className="sign-in-demo" onPress={onDone}>
            {words.firstUserOther}
          </Ghost>
        )
      }
    >
      {made === null ? (
        <FirstUserForm invitation={invitation} onMade={setMade} />
      ) : (
        <Credentials made={made} onKept={() => finish(made.user.me)} />
      )}
    </SignInFrame>
  );
}

type FormProps = { readonly invitation: Invitation; readonly onMade: (made: Made) => void };

function FirstUserForm({ invitation, onMade }: FormProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const problem = usePortalState((state) => state.problem);
  const [id, setId] = useState('admin');
  const [keyless, setKeyless] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const key = await makeKey();
    setKeyless(key === null);
    if (key === null || id.trim() === '') return;
    const { merchant: merchant_id, token } = invitation;
    const input = { merchant_id, token, user_id: id.trim(), pubkey: key.publicKey };
    const user = await portal.act(() => portal.api.firstUser(input));
    if (user !== null) onMade({ user, key });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Input
        label={words.userId}
        value={id}
        onChange={setId}
        name="user"
        complete="username"
        hint={words.firstUserHint}
      />
      <ActProblem problem={problem} />
      {keyless && (
        <p className="portal-problem" role="alert">
          {words.firstUserNoCrypto}
        </p>
      )}
      <Submit label={words.firstUserMake} busy={busy} />
    </form>
  );
}

function Credentials({ made, onKept }: { readonly made: Made; readonly onKept: () => void }) {
  const { words } = usePortal();
  const { user, key } = made;
  const id = user.me.user?.user_id ?? '';
  const once = useShownOnce({
    text: user.secret,
    // Nobody copies a private key by hand.
    file: { name: `${id}.pem`, content: key.privateKey, label: words.firstUserKey, alone: true },
  });
  return (
    <div className="stacked">
      <h2>{words.secretOf(id)}</h2>
      <p>{words.firstUserOnce}</p>
      <p className="secret mono">{user.secret}</p>
      {once.keys}
      <YellowKey disabled={!once.kept} onPress={onKept}>
        {words.firstUserKept}
      </YellowKey>
    </div>
  );
}
