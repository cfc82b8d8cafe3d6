import { type FormEvent, useState } from 'react';
import type { PortalCode } from '../../../shared/portal/contract.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';
import { Ledger, ListProblem } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import { usePages } from '../common/use-pages.ts';
import { useGoOn } from '../common/use-route.ts';
import { CodeSlip } from './code-slip.tsx';

/** The serial number of what was typed or scanned: the number itself, or the address of the code. */
export function serialOf(text: string): string {
  const scanned = /\/[a-z]\/([^/?#]+)/.exec(text);
  return (scanned?.[1] ?? text).replaceAll(/\s/g, '');
}

/** The codes for counters and posters, each with its poster to print. */
export function CodesPage() {
  const { portal, words } = usePortal();
  const goOn = useGoOn();
  const id = usePortalState((state) => state.route.id);
  const [making, setMaking] = useState(false);
  const list = usePages('codes', (after) => portal.api.codes(after));
  const items = list.items ?? [];
  const chosen = items.find((code) => code.id === id) ?? null;
  const made = (code: PortalCode) => {
    setMaking(false);
    list.reload();
    goOn({ page: 'codes', id: code.id });
  };
  return (
    <Ledger
      page="codes"
      head={words.codesHead(items.length)}
      text={words.codesText}
      open={making || chosen !== null}
      actions={
        <Ghost disabled={making} onPress={() => setMaking(true)}>
          {words.newCode}
        </Ghost>
      }
      aside={asideOf()}
    >
      <ListProblem problem={list.problem} />
      <Rows
        items={list.items}
        keyOf={(code) => code.id}
        opens={{ page: 'codes', chosen: id, onPick: () => setMaking(false) }}
        empty={words.noCodes}
        more={list.more}
        columns={[
          { head: words.label, is: 'name', cell: (code) => code.label ?? words.noLabel },
          {
            head: words.id,
            look: 'quiet',
            cell: (code) => <span className="mono">{code.id}</span>,
          },
          {
            head: words.serial,
            look: 'quiet',
            wide: true,
            cell: (code) => <span className="mono">{code.serial_number ?? '\u2014'}</span>,
          },
          {
            head: words.inUse,
            look: 'quiet',
            cell: (code) => (code.active ? words.has : words.hasNot),
          },
        ]}
      />
    </Ledger>
  );

  function asideOf() {
    if (making) return <NewCode onMade={made} onGivenUp={() => setMaking(false)} />;
    if (chosen === null) return <EmptySlot>{words.chooseCode}</EmptySlot>;
    return <CodeSlip key={chosen.id} code={chosen} onChanged={list.reload} />;
  }
}

type NewCodeProps = {
  readonly onMade: (code: PortalCode) => void;
  readonly onGivenUp: () => void;
};

function NewCode({ onMade, onGivenUp }: NewCodeProps) {
  const { portal, words } = usePortal();
  const busy = usePortalState((state) => state.busy);
  const [label, setLabel] = useState('');
  const [serial, setSerial] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = await portal.act(() => portal.api.codeCreate(label.trim(), serialOf(serial)));
    if (code !== null) onMade(code);
  };
  return (
    <Slip className="portal-slip" label={words.newCode}>
      <h2>{words.newCode}</h2>
      <form onSubmit={(event) => void submit(event)}>
        <Input
          label={words.label}
          name="label"
          value={label}
          onChange={setLabel}
          hint={words.codeLabelHint}
        />
        <Input
          label={words.serialTyped}
          name="serial"
          value={serial}
          onChange={setSerial}
          hint={words.serialHint}
        />
        <Submit label={words.makeCode} busy={busy} />
        <Ghost className="form-back" onPress={onGivenUp}>
          {words.notNow}
        </Ghost>
      </form>
    </Slip>
  );
}
