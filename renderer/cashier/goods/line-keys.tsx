import type { BillLine } from '../../../shared/basket/bill.ts';
import { Minus, Plus, Tag, Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useTools } from '../context.tsx';

/** What can be done with the line that is picked on the slip. */
export function LineKeys({ line }: { readonly line: BillLine }) {
  const { till, words } = useTools();
  const { goods } = till;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="line-keys" role="group" aria-label={words.lineKeys(line.name)}>
      <Ghost label={words.lineLess} onPress={goods.less}>
        <Minus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost label={words.lineMore} onPress={goods.more}>
        <Plus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost label={words.lineDiscount} onPress={() => goods.askDiscount('line')}>
        <Tag size={20} aria-hidden="true" />
        {words.keyDiscount}
      </Ghost>
      <Ghost label={words.lineRemove} onPress={goods.remove}>
        <Trash2 size={20} aria-hidden="true" />
      </Ghost>
    </div>
  );
}
