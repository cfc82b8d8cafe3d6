import { type FormEvent, useState } from 'react';
import type { PortalAppSecret } from '../../../shared/portal/apps.ts';
import type { PortalUserSecret } from '../../../shared/portal/contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';
import { Ledger, ListProblem } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import { useShownOnce } from '../common/shown-once.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { ApplicationForm, ApplicationSlip, Applications } from './applications.tsx';
import { UserSlip } from './user-slip.tsx';

/** The API users with their secrets and keys. */
export function UsersPage() {
  const { portal, words } = usePortal();
  const id = usePortalState((state) => state.route.id);
  const manages = useRight('users_change');
  const [making, setMaking] = useState(false);
  const [registering, setRegistering] = useState(false);
  const [secret, setSecret] = useState<Issued | null>(null);
  const { value, problem, reload } = useLoaded('users', () => portal.api.users());
  const { value: listed, reload: reloadApps } = useLoaded('apps', () => portal.api.apps());
  const items = value?.items ?? [];
  const apps = listed?.items ?? [];
  const app = apps.find((one) => one.id === id) ?? null;
  const chosen = items.find((user) => user.id === id) ?? null;
  const has = (it: boolean) => (it ? words.has : words.hasNot);
  const stop = () => {
    setMaking(false);
    setRegistering(false);
  };
  const tell = ({ user, secret }: PortalUserSecret) => {
    stop();
    setSecret({ of: user.id, secret });
    reload();
  };
  const tellApp = (made: PortalAppSecret) => {
    stop();
    setSecret({ of: made.app.name, secret: made.secret });
    reloadApps();
  };
  const newUser = (
    <>
      <Ghost disabled={making} onPress={() => setMaking(true)}>
        {words.newUser}
      </Ghost>
      <Ghost disabled={registering} onPress={() => setRegistering(true)}>
        {words.newApplication}
      </Ghost>
    </>
  );
  return (
    <Ledger
      page="users"
      head={words.usersHead(items.length)}
      text={manages ? words.usersText : words.usersOnlyRead}
      open={making || registering || chosen !== null || app !== null}
      {...(manages ? { actions: newUser } : {})}
      aside={asideOf()}
    >
      <ListProblem problem={problem} />
      <Rows
        items={items}
        keyOf={(user) => user.id}
        opens={{ page: 'users', chosen: id, onPick: stop }}
        columns={[
          { head: words.userId, is: 'name', cell: (user) => user.id },
          {
            head: words.label,
            look: 'quiet',
            wide: true,
            cell: (user) => <bdi>{user.label ?? '\u2014'}</bdi>,
          },
          { head: words.secret, look: 'quiet', cell: (user) => has(user.has_secret) },
          { head: words.key, look: 'quiet', cell: (user) => has(user.has_key) },
        ]}
      />
      <Applications items={apps} chosen={id} onPick={stop} />
      {secret !== null && <SecretDialog issued={secret} onClose={() => setSecret(null)} />}
    </Ledger>
  );

  function asideOf() {
    if (making) return <NewUser onMade={tell} onGivenUp={stop} />;
    if (registering) return <ApplicationForm app={null} onTold={tellApp} onDone={stop} />;
    if (app !== null) {
      const told = { onTold: tellApp, onChanged: reloadApps };
      return <ApplicationSlip key={app.id} app={app} manages={manages} {...told} />;
    }
    if (chosen === null) return <EmptySlot>{words.chooseUser}</EmptySlot>;
    return (
      <UserSlip key={chosen.id} user={chosen} manages={manages} onTold={tell} onChanged={reload} />
    );
  }
}

type NewUserProps = {
  readonly onMade: (made: PortalUserSecret) => void;
  readonly onGivenUp: () => void;
};

/** Creates an API user. The service generates the secret. */
export function NewUser({ onMade, onGivenUp }: NewUserProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const [id, setId] = useState('');
  const [label, setLabel] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await portal.act(() => portal.api.userCreate(id.trim(), label.trim()));
    if (made !== null) onMade(made);
  };
  return (
    <Slip className="portal-slip" label={words.newUser}>
      <h2>{words.newUser}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Input label={words.userId} name="id" value={id} onChange={setId} hint={words.userIdHint} />
        <Input label={words.label} name="label" value={label} onChange={setLabel} />
        <Submit label={words.makeUser} busy={busy} />
        <Ghost className="form-back" onPress={onGivenUp}>
          {words.notNow}
        </Ghost>
      </form>
    </Slip>
  );
}

/** A new secret, and the name of the user or application that has it. */
export type Issued = { readonly of: string; readonly secret: string };

type SecretDialogProps = { readonly issued: Issued; readonly onClose: () => void };

/** Shows a new secret. It cannot be shown again later. */
export function SecretDialog({ issued, onClose }: SecretDialogProps) {
  const { words } = usePortal();
  const once = useShownOnce({ text: issued.secret });
  const close = () => {
    if (once.kept) onClose();
  };
  return (
    <Dialog head={words.secretOf(issued.of)} text={words.secretOnce} onClose={close}>
      <p className="secret mono">{issued.secret}</p>
      {once.keys}
      <YellowKey disabled={!once.kept} onPress={onClose}>
        {words.secretKept}
      </YellowKey>
    </Dialog>
  );
}
