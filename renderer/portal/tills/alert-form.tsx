import { type FormEvent, useState } from 'react';
import { type PortalTillAlert, portalTillAlert } from '../../../shared/portal/fleet.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';

/** When a silent till is an alert, and who is told. */
export function AlertForm({ onClose }: { readonly onClose: () => void }) {
  const { portal, words } = usePortal();
  const { value, problem } = useLoaded('till alert', () => portal.api.tillAlert());
  if (value !== null) return <Fields present={value} onClose={onClose} />;
  if (problem !== null) return <ListProblem problem={problem} />;
  return <EmptySlot>{words.loading}</EmptySlot>;
}

type FieldsProps = { readonly present: PortalTillAlert; readonly onClose: () => void };

function Fields({ present, onClose }: FieldsProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const text = words.fleet;
  const [minutes, setMinutes] = useState(String(present.silent_minutes));
  const [address, setAddress] = useState(present.callback_uri ?? '');
  const [said, setSaid] = useState<'wrong' | 'saved' | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = { silent_minutes: Number(minutes), callback_uri: address.trim() || null };
    const checked = validate(portalTillAlert, typed);
    setSaid(checked.ok ? null : 'wrong');
    if (!checked.ok) return;
    const saved = await portal.act(() => portal.api.tillAlertChange(checked.value));
    if (saved !== null) setSaid('saved');
  };
  return (
    <Slip className="portal-slip" label={text.alerts}>
      <h2>{text.alerts}</h2>
      <p>{text.alertText}</p>
      <form onSubmit={(event) => void submit(event)}>
        <Input
          name="minutes"
          numeric
          label={text.alertMinutes}
          value={minutes}
          onChange={setMinutes}
          hint={text.alertMinutesHint(
            String(LIMITS.tillSilentMinutesMin),
            String(LIMITS.tillSilentMinutesMax),
          )}
        />
        <Input
          name="address"
          label={words.callbackTo}
          value={address}
          onChange={setAddress}
          hint={text.alertToHint}
        />
        {said === 'wrong' && (
          <p className="portal-problem" role="alert">
            {text.alertWrong}
          </p>
        )}
        {said === 'saved' && <p role="status">{text.alertSaved}</p>}
        <Submit label={text.save} busy={busy} />
        <Ghost className="form-back" onPress={onClose}>
          {words.back}
        </Ghost>
      </form>
    </Slip>
  );
}
