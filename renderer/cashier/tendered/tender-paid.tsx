import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { add } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { TenderDone } from '../../state/mode/mode.ts';
import { Amount } from '../../ui/amount.tsx';
import { Field } from '../../ui/field.tsx';
import { Plus, Printer } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { play } from '../../ui/sound.ts';
import { useCashier, useGoods, useShop, useTillState } from '../common/context.tsx';
import { Keypad } from '../common/keypad.tsx';
import { usePrintReceipt } from '../common/print-receipt.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { useNextSaleKeyboard } from '../entry/use-entry-keyboard.ts';
import { ItemKeys } from '../goods/item-keys.tsx';
import { HeldEnds } from '../sale/held-ends.tsx';
import { ReceiptCode, ReceiptKey, useReceiptLink } from '../sale/receipt-code.tsx';
import { PaidSlip, useReceiptOfTender } from './paid-slip.tsx';

/** A payment at the till, with its change in large type. It stays until the next sale or a key. */
export function TenderPaid({ done }: { readonly done: TenderDone }) {
  const { till, words, preferences } = useCashier();
  const { settings } = useShop();
  const volume = useStore(preferences, (state) => state.volume);
  useNextSaleKeyboard(till, done.left === 0 ? done.tender : null, till.tenders.next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each payment sounds once
  useEffect(() => play('paid', volume), [done.tender]);
  const { head, large } = largeOf(done, words);
  const tone = done.left > 0 ? 'part' : 'paid';
  const link = useReceiptLink(done.tender);
  const [showsCode, setShowsCode] = useState(false);
  const code = showsCode ? link : null;
  const of = { kind: 'tender', id: done.tender } as const;
  const ordered = useEmailNote(of);
  const receipt = useReceiptOfTender(done.tender);
  const keys = (
    <div className="state-ghosts">
      {link !== null && <ReceiptKey shown={showsCode} onPress={() => setShowsCode(!showsCode)} />}
      {receipt !== null && <PrintTender receipt={receipt} />}
      <EmailKey
        of={of}
        amount={add(done.amount, done.tip, done.rounding)}
        onPress={() => setShowsCode(false)}
      />
    </div>
  );
  const said = (
    <>
      <h1 className="paid-word">{head}</h1>
      <p className="paid-amount">
        <Amount amount={large} currency={settings.currency} />
      </p>
      {code === null ? <Facts done={done} /> : <ReceiptCode link={code} />}
      <p className="state-text email-note" role="status">
        {ordered}
      </p>
      <ProblemNotice />
    </>
  );
  return (
    <main className="till till-sale till-tendered">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <HeldEnds />
        <PaidSlip {...done} receipt={receipt} />
      </section>
      {done.left === 0 && code === null ? (
        <div className="till-right paid-half">
          <Field tone={tone} className="paid-field" label={head}>
            <StatusStrip />
            <div className="paid-body">
              <Seal tone={tone} size={108} className="state-seal" />
              <div className="paid-said">{said}</div>
              {keys}
            </div>
          </Field>
          <NextSale />
        </div>
      ) : (
        <Field tone={tone} className="till-right" label={head}>
          <StatusStrip />
          <div className="field-body">
            {code === null && <Seal tone={tone} size={108} className="state-seal" />}
            {said}
            <div className="state-keys">
              <YellowKey enter className="state-yellow" onPress={till.tenders.next}>
                {done.left > 0 ? words.payRest : words.newSale}
                {done.left > 0 && <Amount amount={done.left} currency={settings.currency} />}
              </YellowKey>
              {keys}
            </div>
          </div>
        </Field>
      )}
    </main>
  );
}

/** The deck of the next sale. An item or a digit begins it, as the main key does. */
function NextSale() {
  const { till, words } = useCashier();
  const sells = useGoods(({ pane, catalogue }) => pane === 'items' && catalogue !== null);
  return (
    <section className="deck paid-next" aria-label={words.newSale}>
      <div className="deck-body">
        {sells ? <ItemKeys /> : <Keypad />}
        <div className="paid-keys">
          <p>{words.paidNext}</p>
          <YellowKey bed={false} enter className="entry-yellow" onPress={till.tenders.next}>
            <Plus size={34} aria-hidden="true" />
            <span className="entry-yellow-words">{words.newSale}</span>
          </YellowKey>
        </div>
      </div>
    </section>
  );
}

/** What the cashier does next: gives the change, takes the rest, or nothing. */
function largeOf(done: TenderDone, words: CashierWords) {
  if (done.amount < 0) return { head: words.paidOutDeposit, large: done.change };
  if (done.change > 0) return { head: words.cashChange, large: done.change };
  if (done.left > 0) return { head: words.cashLeft, large: done.left };
  return { head: words.statePaid, large: add(done.amount, done.tip, done.rounding) };
}

/** What was to be paid and received, and what is left of the bill. */
function Facts({ done }: { readonly done: TenderDone }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const isCash = done.method.kind === 'cash';
  const isPart = done.left > 0;
  const isOut = done.amount < 0;
  const facts = [
    {
      word: words.wordPaid,
      amount: add(done.amount, done.tip, done.rounding),
      shown: (isCash && !isOut) || isPart,
    },
    { word: words.cashReceived, amount: done.received, shown: isCash && !isOut },
    { word: words.cashLeft, amount: done.left, shown: isPart && done.change > 0 },
  ];
  return (
    <dl className="tender-facts">
      {facts
        .filter(({ shown }) => shown)
        .map(({ word, amount }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>
              <Amount amount={amount} currency={settings.currency} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** Prints the receipt of this payment. The till prints each one by itself where its printer is set so. */
function PrintTender({ receipt }: { readonly receipt: number }) {
  const { words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const busy = useTillState((state) => state.running);
  const { print, paper } = usePrintReceipt();
  if (printing?.receipts === 'always') return null;
  return (
    <>
      <Ghost className="ghost-tall" disabled={busy} onPress={() => void print(receipt)}>
        <Printer size={22} aria-hidden="true" />
        {words.receiptPrint}
      </Ghost>
      {paper}
    </>
  );
}
