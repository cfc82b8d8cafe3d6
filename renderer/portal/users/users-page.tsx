import { useState } from 'react';
import type { PortalApiUser, PortalUserSecret } from '../../../shared/portal/contract.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Ledger, ListProblem, RowLink } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { NewUser } from './new-user.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { UserSlip } from './user-slip.tsx';

/** The API users with their secrets and keys. */
export function UsersPage() {
  const { portal, words } = usePortal();
  const id = usePortalState((state) => state.route.id);
  const manages = usePortalState((state) => state.me?.user?.manages === true);
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<PortalUserSecret | null>(null);
  const { value, problem, reload } = useLoaded('users', () => portal.api.users());
  const items = value?.items ?? [];
  const chosen = items.find((user) => user.id === id) ?? null;
  const tell = (secret: PortalUserSecret) => {
    setMaking(false);
    setSecret(secret);
    reload();
  };
  const newUser = (
    <Ghost disabled={making} onPress={() => setMaking(true)}>
      {words.newUser}
    </Ghost>
  );
  return (
    <Ledger
      page="users"
      head={words.usersHead(items.length)}
      text={manages ? words.usersText : words.usersOnlyRead}
      open={making || chosen !== null}
      {...(manages ? { actions: newUser } : {})}
      aside={asideOf()}
    >
      <ListProblem problem={problem} />
      {items.length > 0 && <Rows items={items} chosen={id} onPick={() => setMaking(false)} />}
      {secret !== null && <SecretDialog issued={secret} onClose={() => setSecret(null)} />}
    </Ledger>
  );

  function asideOf() {
    if (making) return <NewUser onMade={tell} onGivenUp={() => setMaking(false)} />;
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
