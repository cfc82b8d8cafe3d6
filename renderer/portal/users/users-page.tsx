import { useState } from 'react';
import type { PortalAppSecret } from '../../../shared/portal/apps.ts';
import type { PortalApiUser, PortalUserSecret } from '../../../shared/portal/contract.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Ledger, ListProblem, RowLink } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { ApplicationForm, ApplicationSlip, Applications } from './applications.tsx';
import { NewUser } from './new-user.tsx';
import { type Issued, SecretDialog } from './secret-dialog.tsx';
import { UserSlip } from './user-slip.tsx';

/** The API users with their secrets and keys. */
export function UsersPage() {
  const { portal, words } = usePortal();
  const id = usePortalState((state) => state.route.id);
  const manages = usePortalState((state) => state.me?.user?.manages === true);
  const [making, setMaking] = useState(false);
  const [registering, setRegistering] = useState(false);
  const [secret, setSecret] = useState<Issued | null>(null);
  const { value, problem, reload } = useLoaded('users', () => portal.api.users());
  const { value: listed, reload: reloadApps } = useLoaded('apps', () => portal.api.apps());
  const items = value?.items ?? [];
  const apps = listed?.items ?? [];
  const app = apps.find((one) => one.id === id) ?? null;
  const chosen = items.find((user) => user.id === id) ?? null;
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
      {items.length > 0 && <Rows items={items} chosen={id} onPick={stop} />}
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

type RowsProps = {
  readonly items: readonly PortalApiUser[];
  readonly chosen: string | null;
  readonly onPick: () => void;
};

function Rows({ items, chosen, onPick }: RowsProps) {
  const { words } = usePortal();
  return (
    <table className="rows rows-even">
      <thead>
        <tr>
          <th scope="col">{words.userId}</th>
          <th scope="col" className="rows-wide">
            {words.label}
          </th>
          <th scope="col">{words.secret}</th>
          <th scope="col">{words.key}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((user) => (
          <tr
            key={user.id}
            className={user.id === chosen ? 'row-chosen' : undefined}
            onClickCapture={onPick}
          >
            <td className="rows-what">
              <RowLink page="users" id={user.id} chosen={user.id === chosen}>
                {user.id}
              </RowLink>
            </td>
            <td className="rows-quiet rows-wide">{user.label ?? '\u2014'}</td>
            <td className="rows-quiet">{user.has_secret ? words.has : words.hasNot}</td>
            <td className="rows-quiet">{user.has_key ? words.has : words.hasNot}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
