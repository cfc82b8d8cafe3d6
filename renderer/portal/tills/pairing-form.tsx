import { type FormEvent, useState } from 'react';
import type { PortalPairing, PortalPairingCode } from '../../../shared/portal/pairing.ts';
import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import { Choice } from '../../ui/choice.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { Check } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { rootHere } from '../../ui/page-address.ts';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';

type PairingCodeProps = {
  readonly made: PortalPairingCode;
  /** The current state of the pairing, from the list. */
  readonly pairing: PortalPairing;
  readonly onClose: () => void;
};

/** A pairing code in large type with the time left, until the till is paired. */
export function PairingCode({ made, pairing, onClose }: PairingCodeProps) {
  const { words } = usePortal();
  const now = useNow(1_000);
  const left = Math.max(0, Math.ceil((made.pairing.expires - now) / 1_000));
  const waiting = pairing.state === 'waiting' && left > 0;
  return (
    <Slip className="portal-slip" label={made.pairing.name} torn={pairing.state === 'paired'}>
      <h2>
        <bdi>{made.pairing.name}</bdi>
      </h2>
      {waiting && (
        <>
          <p>{words.pairType}</p>
          <p className="pairing-code mono">{made.code}</p>
          <Perforation />
          <dl className="slip-facts portal-facts">
            <dt>{words.pairAddress}</dt>
            <dd className="mono">{rootHere()}</dd>
            <dt>{words.pairLeft}</dt>
            <dd>{words.pairTime(Math.floor(left / 60), left % 60)}</dd>
          </dl>
          <p className="pairing-once">{words.pairOnce}</p>
        </>
      )}
      {pairing.state === 'paired' && (
        <p className="pairing-done" role="status">
          <Check size={28} aria-hidden="true" />
          {words.pairDone(pairing.device ?? pairing.pos_id)}
        </p>
      )}
      {!waiting && pairing.state !== 'paired' && <p role="status">{words.pairEnded}</p>}
      <Ghost className="form-back" onPress={onClose}>
        {words.pairClose}
      </Ghost>
    </Slip>
  );
}

type PairingFormProps = {
  readonly onMade: (made: PortalPairingCode) => void;
  readonly onGivenUp: () => void;
};

/** Asks for the new till's name and rights, and creates a pairing code. */
export function PairingForm({ onMade, onGivenUp }: PairingFormProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const [name, setName] = useState('');
  const [id, setId] = useState<string | null>(null);
  const [rights, setRights] = useState<PairingRights>('sales');
  const posId = id ?? idOf(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || posId === '') return;
    const made = await portal.act(() => portal.api.pairingCreate(posId, name.trim(), rights));
    if (made !== null) onMade(made);
  };
  return (
    <Slip className="portal-slip" label={words.pairTill}>
      <h2>{words.pairTill}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Input
          label={words.pairName}
          value={name}
          onChange={setName}
          name="name"
          hint={words.pairNameHint}
        />
        <Input
          label={words.pairId}
          value={posId}
          onChange={setId}
          name="pos"
          hint={words.pairIdHint}
        />
        <Choice
          label={words.pairRights}
          name="rights"
          value={rights}
          options={[
            { value: 'sales', label: words.pairSales },
            { value: 'refunds', label: words.pairRefunds },
          ]}
          onChange={setRights}
        />
        <Submit label={words.makePairingCode} busy={busy} />
        <Ghost className="form-back" onPress={onGivenUp}>
          {words.notNow}
        </Ghost>
      </form>
    </Slip>
  );
}

/** An id from a name: characters that an id may not have become dashes. */
function idOf(name: string): string {
  const plain = name.trim().toLowerCase().replaceAll('æ', 'ae').replaceAll('ø', 'o');
  const letters = plain.replaceAll('å', 'a').replace(/[^a-z0-9_.-]+/g, '-');
  return letters.replace(/^-+|-+$/g, '').slice(0, 64);
}
