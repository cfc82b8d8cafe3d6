import { amountsOf } from '../../../shared/bill/amounts.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { deckOf, stepOf } from '../../state/mode/mode.ts';
import { blocked } from '../../state/sales.ts';
import {
  Banknote,
  QrCode,
  RefreshCw,
  ScanQrCode,
  Smartphone,
  Ticket,
  Undo2,
  Wallet,
} from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { BackToSale } from '../common/back-to-sale.tsx';
import {
  useAmountText,
  useBill,
  useBusy,
  useCashier,
  useEnded,
  useGoods,
  useShop,
  useTillState,
} from '../common/context.tsx';
import { useTotal } from '../common/due.ts';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { ParkYellow, useParks } from '../goods/park-key.tsx';
import { TenderMethods, useOfferedTenders } from '../tender/tender-keys.tsx';
import { useNotOffered } from '../tender/use-asked.ts';

/** The last row of the deck: the yellow key that starts a sale, and the other ways to pay. */
export function EntryKeys() {
  const { view } = useShop();
  const stage = useTillState(({ mode }) => deckOf(mode).stage);
  const link = useTillState((state) => state.link);
  const step = useTillState(({ mode }) => stepOf(mode));
  const isFree = useIsFree();
  const isPayout = useTotal() < 0;
  const lazy = useLazyScreens();
  const ended = useEnded();
  const typed = useTillState(({ entry }) => entry.amount);
  if (step !== null) return lazy === null ? <BackToSale /> : <lazy.StepKeys step={step} />;
  if (ended !== null && typed === 0 && lazy !== null) return <lazy.EndedKeys />;
  if (blocked(view, link) !== null) return <BlockedKeys />;
  if (stage === 'scan') return <ScanKeys />;
  if (isFree) return lazy !== null && <lazy.FreeKeys />;
  if (isPayout) return lazy !== null && <lazy.PayoutKeys />;
  if (stage !== 'phone') return <CodeKeys />;
  return lazy === null ? <BackToSale /> : <lazy.PhoneKeys />;
}

function useIsFree(): boolean {
  const bill = useBill();
  const typed = useTillState((state) => state.entry.amount);
  if (bill === null || bill.lines.length === 0 || typed !== 0 || isPaid(bill)) return false;
  const { due, open } = amountsOf(bill);
  return due === 0 && open === 0;
}

function CodeKeys() {
  const { till, words } = useCashier();
  const total = useTotal();
  const searching = useGoods((state) => state.query !== '');
  const busy = useBusy();
  const amount = useAmountText();
  const off = total === 0 || busy;
  return (
    <div className="entry-keys">
      <YellowKey
        bed={false}
        enter={!searching}
        disabled={off}
        label={`${words.showCode} ${amount(total)}`}
        className="entry-yellow"
        onPress={() => void till.startSale({ kind: 'qr' })}
      >
        <QrCode size={34} aria-hidden="true" />
        <span className="entry-yellow-words">{words.showCode}</span>
      </YellowKey>
      <OtherMethods off={off} />
    </div>
  );
}

/**
 * The columns of the methods in one row, or in two where the screen has no room for four beside the main key. The last key
 * of an incomplete row takes the rest of it, so that the row has no hole.
 */
function columnsOf(count: number): Record<`--${string}`, number> {
  const half = Math.ceil(count / 2);
  return { '--columns': count > 4 ? half : count, '--columns-narrow': count > 3 ? half : count };
}

/**
 * All ways to pay except the code on the screen. The sticker keys need a sticker in the settings.
 */
function OtherMethods({ off }: { readonly off: boolean }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const { sticker } = settings;
  const count = (sticker === undefined ? 2 : 4) + useOfferedTenders().length;
  const isPaying = useNotOffered() === 'phone_open';
  // The phone that pays a part of the bill now decides first.
  if (isPaying) return <p className="tender-why">{words.otherAfter}</p>;
  return (
    <div className="entry-methods" style={columnsOf(count)}>
      <Key className="key-fn" disabled={off} onPress={() => till.enter('phone')}>
        <Smartphone size={24} aria-hidden="true" />
        {words.phoneNumber}
      </Key>
      <Key className="key-fn" disabled={off} onPress={() => till.enter('scan')}>
        <ScanQrCode size={24} aria-hidden="true" />
        {words.scanCode}
      </Key>
      {sticker !== undefined && (
        <Key
          className="key-fn"
          disabled={off}
          onPress={() => void till.startSale({ kind: 'sticker', sticker })}
        >
          <Ticket size={24} aria-hidden="true" />
          {words.sticker}
        </Key>
      )}
      {sticker !== undefined && (
        <Key
          className="key-fn"
          disabled={off}
          onPress={() => void till.startSale({ kind: 'qr_and_sticker', sticker })}
        >
          <QrCode size={24} aria-hidden="true" />
          {words.bothCodes}
        </Key>
      )}
      <TenderMethods off={off} />
    </div>
  );
}

/** Shown while the till waits for a scan. The only key goes back to the amount. */
function ScanKeys() {
  const { till, words } = useCashier();
  return (
    <div className="entry-keys">
      <Key className="key-fn key-tall key-back" onPress={() => till.enter('amount')}>
        <Undo2 size={26} aria-hidden="true" />
        {words.backToAmount}
      </Key>
    </div>
  );
}

/**
 * Shown while the till cannot take a payment by phone. The yellow key takes cash for what is on the slip; else it
 * parks the bill, or retries the connection.
 */
function BlockedKeys() {
  const { words } = useCashier();
  const nothing = () => {};
  const parks = useParks();
  const total = useTotal();
  const offered = useOfferedTenders();
  const takes = offered.length > 0 && total > 0;
  return (
    <div className="deck-foot entry-keys entry-keys-blocked">
      {takes ? <CashYellow /> : parks ? <ParkYellow /> : <RetryYellow />}
      {takes && offered.length > 1 ? (
        <OtherTall />
      ) : (
        <Key className="key-tall" disabled onPress={nothing}>
          <QrCode size={26} aria-hidden="true" />
          {words.showCode}
        </Key>
      )}
      <Key className="key-tall" disabled onPress={nothing}>
        <Smartphone size={26} aria-hidden="true" />
        {words.phoneNumber}
      </Key>
    </div>
  );
}

function CashYellow() {
  const { till, words } = useCashier();
  const total = useTotal();
  const amount = useAmountText();
  const busy = useBusy();
  return (
    <YellowKey
      bed={false}
      enter
      disabled={busy}
      label={`${words.payCash} ${amount(total)}`}
      className="entry-yellow"
      onPress={() => till.tenders.ask('cash')}
    >
      <Banknote size={34} aria-hidden="true" />
      <span className="entry-yellow-words">{words.payCash}</span>
    </YellowKey>
  );
}

function OtherTall() {
  const { till, words } = useCashier();
  return (
    <Key className="key-fn key-tall" onPress={() => till.tenders.ask('other')}>
      <Wallet size={26} aria-hidden="true" />
      {words.payOther}
    </Key>
  );
}

function RetryYellow() {
  const { till, words } = useCashier();
  return (
    <YellowKey bed={false} className="entry-yellow" onPress={till.refresh}>
      <RefreshCw size={40} aria-hidden="true" />
      <span className="entry-yellow-words">
        <span className="entry-yellow-head">{words.tryConnection}</span>
        <span>{words.tryConnectionText}</span>
      </span>
    </YellowKey>
  );
}
