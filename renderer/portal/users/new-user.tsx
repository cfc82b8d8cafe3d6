import { type FormEvent, useState } from 'react';
import type { PortalUserSecret } from '../../../shared/portal/contract.ts';
import { Ghost } from '../../ui/key.tsx';
import { Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';

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
