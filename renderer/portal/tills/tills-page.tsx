import { useRef, useState } from 'react';
import type { PortalPairing, PortalPairingCode } from '../../../shared/portal/pairing.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import type { TillSearch } from '../common/api.ts';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';
import { Ledger, ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { usePages } from '../common/use-pages.ts';
import { goTo } from '../common/use-route.ts';
import { AlertForm } from './alert-form.tsx';
import { FleetList } from './fleet-list.tsx';
import { FleetSlip } from './fleet-slip.tsx';
import { fleetTill } from './fleet-text.ts';
import { PairingCode, PairingForm } from './pairing-form.tsx';
import { PairingRows, PairingSlip, PosRows } from './pairing-slip.tsx';
import { RoomSlip } from './room-slip.tsx';

/** What the slip shows if no till is selected. */
type Making =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'form' }
  | { readonly kind: 'alerts' }
  | { readonly kind: 'room' }
  | { readonly kind: 'code'; readonly made: PortalPairingCode };

const NOTHING: Making = { kind: 'nothing' };
/** Interval in which the page checks whether a till has used the code, in milliseconds. */
const LOOK_EVERY = 2_000;
/** Interval in which the page reads what the tills said, in milliseconds. */
const FLEET_EVERY = 10_000;

/** What the tills said last, the paired tills, and the registered points of sale. */
export function TillsPage() {
  const { portal, words } = usePortal();
  const id = usePortalState((state) => state.route.id);
  const manages = useRight('tills');
  const [making, setMaking] = useState<Making>(NOTHING);
  const every = making.kind === 'code' ? LOOK_EVERY : null;
  const [search, setSearch] = useState<TillSearch>({ q: '', only: null });
  const fleet = usePages(
    `fleet ${JSON.stringify(search)}`,
    (after) => portal.api.tillStatuses(search, after),
    FLEET_EVERY,
  );
  /** Tills that have reported, as the list below counts them; kept while another search is on its way. */
  const count = useRef(0);
  if (fleet.last !== null) count.current = fleet.last.all;
  const tills = useLoaded('tills', () => portal.api.tills(), every);
  const pairings = useLoaded('pairings', () => portal.api.pairings(), every);
  const paired = pairings.value?.items ?? [];
  const chosen = paired.find((one) => one.id === id) ?? null;
  const till = fleetTill(id);
  const reload = () => {
    pairings.reload();
    tills.reload();
  };
  const made = (code: PortalPairingCode) => {
    setMaking({ kind: 'code', made: code });
    reload();
  };
  const close = () => {
    setMaking(NOTHING);
    reload();
  };
  const key = (kind: 'form' | 'alerts' | 'room', label: string) => (
    <Ghost
      disabled={making.kind === kind}
      onPress={() => {
        goTo(portal, { page: 'tills', id: null });
        setMaking({ kind });
      }}
    >
      {label}
    </Ghost>
  );
  const actions = (
    <>
      {key('form', words.pairTill)}
      {key('alerts', words.fleet.alerts)}
      {key('room', words.fleet.room)}
    </>
  );
  return (
    <Ledger
      page="tills"
      head={words.tillsHead(count.current)}
      text={words.tillsText}
      open={making.kind !== 'nothing' || chosen !== null || till !== null}
      {...(manages ? { actions } : {})}
      aside={
        making.kind === 'nothing' && till !== null ? (
          <FleetSlip
            key={till}
            posId={till}
            catalogue={fleet.last?.catalogue ?? 0}
            onChanged={fleet.reload}
          />
        ) : (
          <Aside making={making} chosen={chosen} paired={paired} parts={{ made, close, reload }} />
        )
      }
    >
      <ListProblem problem={fleet.problem ?? tills.problem ?? pairings.problem} />
      <FleetList
        list={fleet}
        search={search}
        onSearch={setSearch}
        chosen={id}
        onPick={() => setMaking(NOTHING)}
      />
      {pairings.value !== null && (
        <PairingRows items={paired} chosen={id} onPick={() => setMaking(NOTHING)} />
      )}
      {tills.value !== null && <PosRows items={tills.value.items} />}
    </Ledger>
  );
}

type AsideProps = {
  readonly making: Making;
  readonly chosen: PortalPairing | null;
  readonly paired: readonly PortalPairing[];
  readonly parts: {
    readonly made: (code: PortalPairingCode) => void;
    readonly close: () => void;
    readonly reload: () => void;
  };
};

function Aside({ making, chosen, paired, parts }: AsideProps) {
  const { words } = usePortal();
  switch (making.kind) {
    case 'form':
      return <PairingForm onMade={parts.made} onGivenUp={parts.close} />;
    case 'alerts':
      return <AlertForm onClose={parts.close} />;
    case 'room':
      return <RoomSlip onClose={parts.close} />;
    case 'code': {
      const now = paired.find(({ id }) => id === making.made.pairing.id) ?? making.made.pairing;
      return <PairingCode made={making.made} pairing={now} onClose={parts.close} />;
    }
    case 'nothing':
      if (chosen === null) return <EmptySlot>{words.tillsAside}</EmptySlot>;
      return <PairingSlip key={chosen.id} pairing={chosen} onChanged={parts.reload} />;
  }
}
