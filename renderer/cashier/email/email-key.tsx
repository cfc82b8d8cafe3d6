import { useEffect } from 'react';
import type { PaymentOfReceipt } from '../../../shared/device/commands/receipts.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { isMailbox } from '../../../shared/protocol/mailbox.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { doneIn } from '../../state/mode/mode.ts';
import { receiptEmailOf } from '../../state/receipt-email.ts';
import { currentSale, isLive } from '../../state/sales.ts';
import type { EmailWindow } from '../../state/till-state.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Mail, User } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { LetterKeys, TypedLine } from '../common/letter-keys.tsx';
import { problemText } from '../common/refusal-text.ts';

type EmailKeyProps = {
  readonly of: PaymentOfReceipt;
  /** What was paid, minor units. */
  readonly amount: MoneyInteger;
  readonly onPress?: () => void;
};

/** Sends the receipt of a payment by e-mail. There is no key while the service sends none. */
export function EmailKey({ of, amount, onPress }: EmailKeyProps) {
  const { till, words } = useCashier();
  const isPossible = useTillState(({ snapshot }) => snapshot?.receiptEmail === 'possible');
  if (!isPossible) return null;
  return (
    <Ghost
      className="ghost-tall"
      onPress={() => {
        onPress?.();
        receiptEmailOf(till).open(of, amount);
      }}
    >
      <Mail size={22} aria-hidden="true" />
      {words.emailKey}
    </Ghost>
  );
}

/**
 * The window for the address. It belongs to this screen and to one payment: another screen that ends the picture of the
 * payment does not close it. The next payment and the lock do (D-364).
 */
export function ReceiptEmailWindow() {
  const { till } = useCashier();
  const { view } = useShop();
  const window = useTillState((state) => state.email);
  const isLocked = useTillState(({ snapshot }) => snapshot?.backOffice?.state === 'locked');
  const tender = useTillState(({ mode }) => doneIn(mode)?.tender ?? null);
  const isNext = isLive(currentSale(view));
  const isGone = window?.of.kind === 'tender' && window.of.id !== tender;
  const isOver = window !== null && (isLocked || isNext || isGone);
  useEffect(() => {
    if (isOver) receiptEmailOf(till).leave();
  }, [till, isOver]);
  return window === null || isOver ? null : <AddressWindow window={window} />;
}

/** That an e-mail of the receipt of this payment was ordered; null if none was. */
export function useEmailNote(of: PaymentOfReceipt | null): string | null {
  const { words } = useCashier();
  const ordered = useTillState((state) => state.emailed);
  const prints = usePrints(of);
  if (of === null || ordered?.kind !== of.kind || ordered.id !== of.id) return null;
  return prints ? `${words.emailOrdered} ${words.emailElsePrint}` : words.emailOrdered;
}

/** Whether the picture of this payment has a key that prints. A browser prints a sale and an opened receipt without a printer. */
function usePrints(of: PaymentOfReceipt | null): boolean {
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  return (
    of?.kind === 'sale' ||
    of?.kind === 'receipt' ||
    (printing !== null && printing.receipts !== 'always')
  );
}

/** The address is typed on the machine's keyboard, on the keys of the screen, or by the customer. */
function AddressWindow({ window }: { readonly window: EmailWindow }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const { type, order, ask, leave } = receiptEmailOf(till);
  const { text, stage } = window;
  const isTyping = stage === 'typing';
  const prints = usePrints(window.of);
  const said = saidOf(window, words);
  return (
    <Dialog head={words.emailHead} text={words.emailText(amount(window.amount))} onClose={leave}>
      <form
        className="email-form"
        onSubmit={(event) => {
          event.preventDefault();
          void order();
        }}
      >
        <TypedLine label={words.emailAddress} text={text} onText={type} direction="ltr" />
        <p className="email-said" role="status">
          {window.ended.kind === 'refused' && prints ? `${said} ${words.emailOrPrint}` : said}
        </p>
        <LetterKeys address text={text} onText={type} />
        <div className="email-foot">
          <YellowKey
            bed={false}
            disabled={!isTyping || !isMailbox(text)}
            onPress={() => void order()}
          >
            {words.emailOrder}
          </YellowKey>
          <Ghost disabled={!isTyping} onPress={() => void ask()}>
            <User size={22} aria-hidden="true" />
            {words.memberAsk}
          </Ghost>
          <Ghost onPress={leave}>{words.backKey}</Ghost>
        </div>
      </form>
    </Dialog>
  );
}

function saidOf({ stage, ended }: EmailWindow, words: CashierWords): string {
  if (stage === 'asked') return words.emailAsked;
  if (stage === 'ordering') return words.emailOrdering;
  switch (ended.kind) {
    case 'not_yet':
      return words.emailHint;
    case 'not_possible':
      return words.emailNotPossible;
    case 'no_address':
      return words.emailNone;
    case 'wrong_address':
      return words.problems.email_wrong_address;
    case 'refused':
      return problemText(ended.answer, words);
  }
}
