import { Undo2 } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';

/** The only key of a deck whose own keys are not loaded. It leaves whatever the cashier has opened, and keeps the amount. */
export function BackToSale() {
  const { till, words } = useCashier();
  const leave = () => {
    const asked = till.bills.store.getState().approving;
    if (asked !== null) till.bills.approved(asked, null);
    till.tenders.leave();
    till.tables.startNaming(null);
    till.goods.leaveQuestion();
    till.goods.leaveStep();
    till.edit({ asking: false, stage: 'amount' });
    till.show('sale');
  };
  return (
    <div className="entry-keys">
      <Key className="key-fn key-tall key-back" onPress={leave}>
        <Undo2 size={26} aria-hidden="true" />
        {words.backToSale}
      </Key>
    </div>
  );
}
