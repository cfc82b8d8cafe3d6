import type { ReactNode } from 'react';
import { currentSale, isLive, openAside } from '../../state/sales.ts';
import { personHere } from '../../state/staff.ts';
import type { Screen } from '../../state/till-state.ts';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Archive, History, Printer, Ticket, User, Wifi, WifiOff, X } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { BrandGlyph } from '../../ui/seal-glyph.tsx';
import { useCashier, useOpenBillId, useShop, useTillState } from './context.tsx';
import { Options } from './options.tsx';

/** The product's mark and the shop's name, above the counter. */
export function BrandStrip({ shop }: { readonly shop: string | null }) {
  const { words } = useCashier();
  return (
    <header className="strip strip-brand">
      <span className="brand">
        <BrandGlyph />
        {words.brand}
      </span>
      {shop !== null && (
        <span className="strip-shop" dir="auto">
          {shop}
        </span>
      )}
    </header>
  );
}

/** Connection state, links to the other screens, and the clock. */
export function StatusStrip() {
  const { words } = useCashier();
  const { view } = useShop();
  const screen = useTillState((state) => state.screen);
  const live = isLive(currentSale(view));
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const hasBooks = useTillState((state) => state.snapshot?.books !== undefined);
  const lists = hasBooks ? words.receipts : words.sales;
  const free = !live && backOffice?.state !== 'locked';
  return (
    <nav className="strip strip-status">
      <Connected />
      <span className="strip-space" />
      {screen === 'sale' && free && <Elsewhere />}
      {screen === 'sale' && free && <TablesKey />}
      <Options />
      {screen === 'sale' && free && (
        <ScreenKey screen="sales" label={lists}>
          <History size={18} aria-hidden="true" />
          <span className="strip-key-words">{lists}</span>
        </ScreenKey>
      )}
      {screen !== 'sale' && (
        <ScreenKey screen="sale" label={words.close}>
          <X size={18} aria-hidden="true" />
          <span className="strip-key-words">{words.close}</span>
        </ScreenKey>
      )}
      {!live && <PersonKey />}
      <Clock />
    </nav>
  );
}

function Connected() {
  const { words } = useCashier();
  const { view } = useShop();
  const link = useTillState((state) => state.link);
  const online = link && view.connection.kind === 'online';
  const word = !link
    ? words.linkLost
    : view.connection.kind === 'offline'
      ? words.offline
      : view.connection.push
        ? words.online
        : words.polling;
  return (
    <span className="strip-connection" role="img" aria-label={word}>
      {online ? <Wifi size={18} aria-hidden="true" /> : <WifiOff size={18} aria-hidden="true" />}
      <span className={online ? 'strip-key-words' : undefined}>{word}</span>
    </span>
  );
}

type ScreenKeyProps = {
  readonly screen: Screen;
  /** The accessible name. The strip hides the words of its keys where it is narrow. */
  readonly label: string;
  readonly children: ReactNode;
};

/** A key of the strip that opens a screen. */
function ScreenKey({ screen, label, children }: ScreenKeyProps) {
  const { till } = useCashier();
  return (
    <button
      type="button"
      className="strip-key"
      aria-label={label}
      onMouseDown={keepFocus}
      onClick={() => till.show(screen)}
    >
      {children}
    </button>
  );
}

/** Keys for print jobs, sales that were set aside, and results without a sale. */
function Elsewhere() {
  const { words } = useCashier();
  const { view } = useShop();
  const aside = openAside(view);
  const decide = aside.some((sale) => sale.state.kind === 'authorised');
  const unclaimed = view.unclaimed.length;
  const papers = useTillState((state) => state.snapshot?.printing?.jobs.length ?? 0);
  return (
    <>
      {papers > 0 && (
        <ChipKey screen="diagnosis" count={papers} label={words.printChip(papers)}>
          <Printer size={18} aria-hidden="true" />
        </ChipKey>
      )}
      {aside.length > 0 && (
        <ChipKey screen="sales" count={aside.length} label={words.asideChip(aside.length)}>
          <Seal tone={decide ? 'authorised' : 'unclear'} size={22} />
        </ChipKey>
      )}
      {unclaimed > 0 && (
        <ChipKey screen="unclaimed" count={unclaimed} label={words.unclaimedChip(unclaimed)}>
          <Ticket size={18} aria-hidden="true" />
        </ChipKey>
      )}
    </>
  );
}

type ChipKeyProps = ScreenKeyProps & { readonly count: number };

/** A key of the strip that says how many of something there are: in words, or as a number. */
function ChipKey({ screen, count, label, children }: ChipKeyProps) {
  return (
    <ScreenKey screen={screen} label={label}>
      {children}
      <span className="strip-chip-count">{count}</span>
      <span className="strip-chip-words">{label}</span>
    </ScreenKey>
  );
}

function Clock() {
  const format = useFormat();
  return <time className="strip-clock">{format.time(useNow(1_000))}</time>;
}

/** Opens the list of open bills. Hidden while there is none beside the one on the slip. */
export function TablesKey() {
  const { words } = useCashier();
  const { bills } = useShop();
  // The bill on the slip is in sight already.
  const current = useOpenBillId();
  const count = bills?.open.filter(({ id }) => id !== current).length ?? 0;
  if (count === 0) return null;
  return (
    <ChipKey screen="tables" count={count} label={words.tables(count)}>
      <Archive size={18} aria-hidden="true" />
    </ChipKey>
  );
}

/** Shows who is logged in; one press locks the till. */
export function PersonKey() {
  const { till, words } = useCashier();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const person = personHere(backOffice);
  if (person === null) return null;
  return (
    <button
      type="button"
      className="strip-key strip-person"
      aria-label={words.lockAs(person.name)}
      onMouseDown={keepFocus}
      onClick={() => void till.call({ type: 'lock' })}
    >
      <User size={18} aria-hidden="true" />
      <span className="strip-person-name" dir="auto">
        {person.name}
      </span>
    </button>
  );
}
