import { type FormEvent, useState } from 'react';
import type { PortalApiUser, PortalUserSecret } from '../../../shared/portal/contract.ts';
import { FinalQuestion } from '../../ui/dialog.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Area, Submit } from '../common/form.tsx';
import { useGoOn } from '../common/use-route.ts';

type UserSlipProps = {
  readonly user: PortalApiUser;
  readonly manages: boolean;
  readonly onTold: (secret: PortalUserSecret) => void;
  readonly onChanged: () => void;
};

type Asking = 'nothing' | 'key' | 'secret' | 'key_away' | 'away';

/** One API user: its credentials and the keys to change them. */
export function UserSlip({ user, manages, onTold, onChanged }: UserSlipProps) {
  const { words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const self = usePortalState((state) => state.me?.user?.user_id === user.id);
  const [asking, setAsking] = useState<Asking>('nothing');
  const stop = () => setAsking('nothing');
  const parts = { user, onTold, onChanged, stop };
  return (
    <>
      <Slip className="portal-slip" label={user.id}>
        <h2>{user.id}</h2>
        <p>
          <bdi>{user.label ?? words.noLabel}</bdi>
        </p>
        <Perforation />
        <dl className="slip-facts portal-facts">
          <dt>{words.secret}</dt>
          <dd>{user.has_secret ? words.has : words.hasNot}</dd>
          <dt>{words.key}</dt>
          <dd>{user.has_key ? words.has : words.hasNot}</dd>
          {user.fingerprint !== null && (
            <>
              <dt>{words.fingerprint}</dt>
              <dd className="mono">{user.fingerprint}</dd>
            </>
          )}
          <dt>{words.netmask}</dt>
          <dd>{user.netmask ?? words.anywhere}</dd>
        </dl>
        {asking === 'key' && <KeyForm {...parts} />}
      </Slip>
      {manages && asking !== 'key' && (
        <div className="portal-acts">
          <Ghost disabled={busy} onPress={() => setAsking('secret')}>
            {words.newSecret}
          </Ghost>
          <Ghost onPress={() => setAsking('key')}>
            {user.has_key ? words.replaceKey : words.addKey}
          </Ghost>
          {user.has_key && !self && (
            <Ghost disabled={busy} onPress={() => setAsking('key_away')}>
              {words.removeKey}
            </Ghost>
          )}
          {!self && (
            <Ghost disabled={busy} onPress={() => setAsking('away')}>
              {words.removeUser}
            </Ghost>
          )}
        </div>
      )}
      <Question asking={asking} {...parts} />
    </>
  );
}

type PartProps = Pick<UserSlipProps, 'user' | 'onTold' | 'onChanged'> & {
  readonly stop: () => void;
};

/** Registers a public key. The private key stays with the merchant. */
function KeyForm({ user, onChanged, stop }: PartProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const [pem, setPem] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changed = await portal.act(() => portal.api.keyPut(user.id, pem));
    if (changed === null) return;
    stop();
    onChanged();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Perforation />
      <Area label={words.publicKey} value={pem} onChange={setPem} hint={words.publicKeyHint} />
      <Submit label={words.registerKey} busy={busy} />
      <Ghost className="form-back" onPress={stop}>
        {words.notNow}
      </Ghost>
    </form>
  );
}

/** Asks before an action that cuts off a till. */
function Question({ asking, user, onTold, onChanged, stop }: PartProps & { asking: Asking }) {
  const { portal, words } = usePortal();
  const goOn = useGoOn();
  const busy = usePortalState((state) => state.busy);
  if (asking === 'nothing' || asking === 'key') return null;
  const question = {
    secret: { head: words.newSecretHead(user.id), text: words.newSecretText, yes: words.newSecret },
    key_away: {
      head: words.removeKeyHead(user.id),
      text: words.removeKeyText,
      yes: words.removeKey,
    },
    away: {
      head: words.removeUserHead(user.id),
      text: words.removeUserText,
      yes: words.removeUser,
    },
  }[asking];
  const go = async () => {
    if (busy) return;
    stop();
    switch (asking) {
      case 'secret': {
        const secret = await portal.act(() => portal.api.secretRenew(user.id));
        return secret === null ? undefined : onTold(secret);
      }
      case 'key_away':
        await portal.act(() => portal.api.keyRemove(user.id));
        return onChanged();
      case 'away': {
        const removed = await portal.act(() => portal.api.remove('users', user.id));
        if (removed !== null) goOn({ page: 'users', id: null });
        return onChanged();
      }
    }
  };
  return (
    <FinalQuestion
      head={question.head}
      text={question.text}
      keep={words.notNow}
      act={question.yes}
      onKeep={stop}
      onAct={() => void go()}
    />
  );
}
