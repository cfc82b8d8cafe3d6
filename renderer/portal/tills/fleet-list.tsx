import { Search } from 'lucide-react';
import type { PortalTillStatus, PortalTillStatuses } from '../../../shared/portal/fleet.ts';
import { directionOfTyped } from '../../i18n/language.ts';
import type { Tone } from '../../state/tone.ts';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { TillSearch } from '../common/api.ts';
import { usePortal } from '../common/context.tsx';
import { Chips } from '../common/ledger.tsx';
import { Rows } from '../common/rows.tsx';
import type { usePages } from '../common/use-pages.ts';
import { fleetPlace, itemsText } from './fleet-text.ts';

type FleetListProps = {
  readonly list: ReturnType<typeof usePages<PortalTillStatuses>>;
  readonly search: TillSearch;
  readonly onSearch: (search: TillSearch) => void;
  readonly chosen: string | null;
  readonly onPick: () => void;
};

/** What the tills said last, those that need somebody first. */
export function FleetList({ list, search, onSearch, chosen, onPick }: FleetListProps) {
  const { words } = usePortal();
  const format = useFormat();
  const now = useNow(10_000);
  const text = words.fleet;
  const { all = 0, attention = 0, catalogue = 0 } = list.last ?? {};
  const isNarrowed = search.q !== '' || search.only !== null;
  return (
    <section className="ledger-part">
      <h2>{text.head}</h2>
      <label className="portal-search">
        <span className="sr-only">{text.search}</span>
        <Search size={18} aria-hidden="true" />
        <input
          type="search"
          value={search.q}
          dir={directionOfTyped(search.q)}
          maxLength={100}
          placeholder={text.search}
          onChange={(event) => onSearch({ ...search, q: event.target.value })}
        />
      </label>
      <Chips
        label={words.narrow}
        value={search.only ?? 'all'}
        onChange={(value) => onSearch({ ...search, only: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: words.all, count: all },
          { value: 'attention', label: text.needy, count: attention },
        ]}
      />
      <Rows
        items={list.items}
        keyOf={({ pos_id }) => pos_id}
        opens={{ page: 'tills', idOf: ({ pos_id }) => fleetPlace(pos_id), chosen, onPick }}
        empty={isNarrowed ? text.none : text.empty}
        more={list.more}
        className="rows-even rows-two"
        columns={[
          { head: text.seen, look: 'quiet', cell: (till) => format.recent(till.last_seen, now) },
          { head: words.state, cell: (till) => <TillWord till={till} /> },
          { head: words.name, is: 'name', cell: (till) => till.name },
          {
            head: text.catalogue,
            look: 'quiet',
            wide: true,
            cell: (till) => itemsText(till, catalogue, text),
          },
          { head: text.bills, is: 'number', look: 'quiet', wide: true, cell: (t) => t.open_bills },
        ]}
      />
    </section>
  );
}

/** The most urgent thing about a till, or what its screen does. */
export function TillWord({ till }: { readonly till: PortalTillStatus }) {
  const { words } = usePortal();
  const [first] = till.attention;
  const tone = toneOf(till);
  return (
    <span className={`stage-word mark-word tone-${tone}`}>
      <Seal tone={tone} size={24} />
      {first === undefined ? words.fleet.screens[till.screen] : words.fleet.attentions[first]}
    </span>
  );
}

function toneOf({ attention: [first], screen }: PortalTillStatus): Tone {
  if (first === 'silent') return 'offline';
  if (first === 'error') return 'declined';
  if (first !== undefined) return 'unclear';
  if (screen === 'off') return 'aborted';
  return screen === 'in_sale' ? 'waiting' : screen === 'locked' ? 'idle' : 'paid';
}
