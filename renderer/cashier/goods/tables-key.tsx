import { Archive } from '../../ui/icons.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { useShop, useTools } from '../context.tsx';

/** The strip's way to the open tables; there while there are any. */
export function TablesKey() {
  const { till, words } = useTools();
  const { goods } = useShop();
  const count = goods?.tables.length ?? 0;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="strip-key"
      onMouseDown={keepFocus}
      onClick={() => till.show('tables')}
    >
      <Archive size={18} aria-hidden="true" />
      {words.tables(count)}
    </button>
  );
}
