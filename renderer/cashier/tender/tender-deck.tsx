import { likelyReceived } from '../../../shared/cash/notes.ts';
import { add, type MoneyInteger, money, subtract } from '../../../shared/money/money.ts';
import { otherPaidOf, type Received, receivedOf } from '../../state/asked.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { Banknote, Check, Undo2 } from '../../ui/icons.ts';
import { Key, keepFocus, YellowKey } from '../../ui/key.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import { useAmountText, useBusy, useCashier, useShop } from '../common/context.tsx';
import { Keypad } from '../common/keypad.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { useAsked, useNotOffered, useOtherNames, useRounding, useTender } from './use-asked.ts';

/** The deck while cash or another tender is taken for the bill on the slip. */
export function TenderDeck() {
  const kind = useTender().taking;
  const off = useNotOffered() !== null;
  return (
    <>
      {kind === 'cash' ? <CashWindow /> : <OtherWindow />}
      {off ? (
        <NotNow />
      ) : (
        <div className="deck-pad">
          {kind === 'cash' ? <LikelyKeys /> : <NameKeys />}
          <Keypad />
        </div>
      )}
      <ProblemNotice />
      <BillNotice />
      <div className="entry-keys">
        {kind === 'cash' ? <CashKey off={off} /> : <OtherKey off={off} />}
        <BackKey />
      </div>
    </>
  );
}

/** Says why nothing is taken now: a payment by phone is not decided, or the till cannot be reached. */
function NotNow() {
  const { words } = useCashier();
  const why = useNotOffered();
  return (
    <p className="tender-not-now" role="status">
      {why === 'phone_open' ? words.otherAfter : words.problemNoHost}
    </p>
  );
}

function CashWindow() {
  const { words } = useCashier();
  const { settings } = useShop();
  const { cash } = useAsked();
  const { typed } = useTender();
  const currency = { currency: settings.currency };
  return (
    <div className="deck-window tender-window">
      <div>
        <h1 className="deck-label">{words.cashToPay}</h1>
        <p className="deck-amount">
          <Amount amount={cash.toPay} {...currency} />
        </p>
        {cash.rounding !== 0 && (
          <p className="tender-line">
            <span>{words.cashRounding}</span>
            <Figures amount={cash.rounding} {...currency} />
          </p>
        )}
        <TipLine tip={cash.tip} />
      </div>
      <div>
        <p className="deck-label">{words.cashReceived}</p>
        <p className="deck-amount">
          <Amount amount={money(typed)} {...currency} />
        </p>
        <p className="tender-line" role="status">
          <CashStatus />
        </p>
      </div>
    </div>
  );
}

function useReceived(): Received {
  const asked = useAsked();
  const { typed } = useTender();
  return receivedOf(typed, asked, useRounding());
}

/** What the typed cash would do. */
function CashStatus() {
  const { words } = useCashier();
  const { settings } = useShop();
  const { full } = useTender();
  const what = useReceived();
  const currency = { currency: settings.currency };
  if (full) return words.amountFull;
  switch (what.kind) {
    case 'none':
      return null;
    case 'no_coins':
      return words.cashNoCoins;
    case 'no_tip':
      return words.cashNoTip;
    case 'pays':
      return (
        <>
          <span>{words.cashChange}</span>
          <Figures amount={what.change} {...currency} />
        </>
      );
    case 'part':
      return (
        <>
          <span>{words.cashLeft}</span>
          <Figures amount={what.left} {...currency} />
        </>
      );
  }
}

/** One touch takes what a customer is likely to hand over. */
function LikelyKeys() {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const busy = useBusy();
  const { cash } = useAsked();
  const sums = likelyReceived(cash.toPay, settings.currency).slice(1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="deck-help tender-notes" role="group" aria-label={words.cashKeys}>
      {sums.map((sum) => (
        <Key
          key={sum}
          className="tender-note"
          disabled={busy}
          label={`${words.cashReceived} ${amount(sum)}`}
          onPress={() => void till.tenders.takeCash(sum)}
        >
          <Figures amount={sum} currency={settings.currency} />
        </Key>
      ))}
      {cash.tip > 0 && <TipOff />}
    </div>
  );
}

/** The tip of a payment by phone that ended without one; it is part of what is to be paid. */
function TipLine({ tip }: { readonly tip: MoneyInteger }) {
  const { words } = useCashier();
  const { settings } = useShop();
  if (tip === 0) return null;
  return (
    <p className="tender-line">
      <span>{words.tip}</span>
      <Figures amount={tip} currency={settings.currency} />
    </p>
  );
}

function TipOff() {
  const { till, words } = useCashier();
  const busy = useBusy();
  return (
    <Key className="tender-note tender-no-tip" disabled={busy} onPress={till.tenders.forgetTip}>
      {words.tipNone}
    </Key>
  );
}

/** Takes the typed cash; without any exactly what is to be paid. */
function CashKey({ off }: { readonly off: boolean }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const busy = useBusy();
  const { typed } = useTender();
  const { cash, part } = useAsked();
  const what = useReceived();
  const word = { none: words.cashExact, pays: words.cashTake, part: words.cashPart };
  const isWrong = what.kind === 'no_coins' || what.kind === 'no_tip';
  const sum = typed === 0 ? cash.toPay : money(typed);
  const label = isWrong ? words.cashTake : word[what.kind];
  return (
    <YellowKey
      bed={false}
      enter
      disabled={off || busy || part === 0 || isWrong}
      label={`${label} ${amount(sum)}`}
      className="entry-yellow"
      onPress={() => void till.tenders.takeCash()}
    >
      <Banknote size={34} aria-hidden="true" />
      <Words word={label} sum={sum} />
    </YellowKey>
  );
}

function Words({ word, sum }: { readonly word: string; readonly sum: MoneyInteger }) {
  const { settings } = useShop();
  return (
    <span className="entry-yellow-words">
      <span>{word}</span>
      <span className="entry-yellow-amount">
        <Amount amount={sum} currency={settings.currency} />
      </span>
    </span>
  );
}

function OtherWindow() {
  const { words } = useCashier();
  const { settings } = useShop();
  const { part, tip } = useAsked();
  const { typed } = useTender();
  const currency = { currency: settings.currency };
  return (
    <div className="deck-window tender-window">
      <div>
        <h1 className="deck-label">{words.slipToPay}</h1>
        <p className="deck-amount">
          <Amount amount={add(part, tip)} {...currency} />
        </p>
        <TipLine tip={tip} />
      </div>
      <div>
        <p className="deck-label">{words.otherPart}</p>
        <p className="deck-amount">
          <Amount amount={money(typed)} {...currency} />
        </p>
        <p className="tender-line" role="status">
          <OtherStatus />
        </p>
      </div>
    </div>
  );
}

function OtherStatus() {
  const { words } = useCashier();
  const { settings } = useShop();
  const asked = useAsked();
  const { typed, full } = useTender();
  const what = otherPaidOf(typed, asked);
  if (full) return words.amountFull;
  if (what.kind === 'too_much') return words.otherMore;
  if (what.kind === 'no_tip') return words.cashNoTip;
  if (typed === 0 || what.amount === asked.due) return null;
  return (
    <>
      <span>{words.cashLeft}</span>
      <Figures amount={subtract(asked.due, what.amount)} currency={settings.currency} />
    </>
  );
}

function useChosenName(): string {
  const [first = ''] = useOtherNames();
  return useTender().name ?? first;
}

/** The shop's tenders; the chosen one is on the yellow key. */
function NameKeys() {
  const { till, words } = useCashier();
  const chosen = useChosenName();
  const { tip } = useAsked();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="deck-help" role="group" aria-label={words.otherKeys}>
      {useOtherNames().map((name) => (
        <button
          key={name}
          type="button"
          className="person tender-name"
          aria-pressed={name === chosen}
          onMouseDown={keepFocus}
          onClick={() => till.tenders.choose(name)}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
      {tip > 0 && <TipOff />}
    </div>
  );
}

function OtherKey({ off }: { readonly off: boolean }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const busy = useBusy();
  const { typed } = useTender();
  const asked = useAsked();
  const { part, tip } = asked;
  const isTaken = otherPaidOf(typed, asked).kind === 'pays';
  const name = useChosenName();
  const sum = typed === 0 ? add(part, tip) : money(typed);
  const word = words.otherPaid(name);
  return (
    <YellowKey
      bed={false}
      enter
      disabled={off || busy || part === 0 || !isTaken}
      label={`${word} ${amount(sum)}`}
      className="entry-yellow"
      onPress={() => void till.tenders.takeOther()}
    >
      <Check size={34} aria-hidden="true" />
      <Words word={word} sum={sum} />
    </YellowKey>
  );
}

function BackKey() {
  const { till, words } = useCashier();
  const busy = useBusy();
  return (
    <Key className="key-fn key-tall key-back" disabled={busy} onPress={till.tenders.leave}>
      <Undo2 size={26} aria-hidden="true" />
      {words.backToSale}
    </Key>
  );
}
