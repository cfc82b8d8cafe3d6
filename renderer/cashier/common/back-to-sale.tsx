import { Undo2 } from '../../ui/icons.ts';
import { Key } from '../../ui/key.tsx';
import { useCashier } from './context.tsx';

/** The only key of a deck whose own keys are not loaded. It leaves whatever the cashier has opened, and keeps the amount. */
export function BackToSale() {
  const { till, words } = useCashier();
  return (
    <div className="entry-keys">
      <Key className="key-fn key-tall key-back" onPress={till.goHome}>
        <Undo2 size={26} aria-hidden="true" />
        {words.backToSale}
      </Key>
    </div>
  );
}
