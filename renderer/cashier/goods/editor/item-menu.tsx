import { LIMITS } from '../../../../shared/protocol/limits.ts';
import type { ItemWords } from '../../../i18n/items.ts';
import { Ghost, YellowKey } from '../../../ui/key.tsx';
import { DigitKeys, Field } from './typed-page.tsx';

type ItemMenuProps = {
  readonly soldOut: boolean;
  readonly onSoldOut: () => void;
  /** The word for the price. */
  readonly label: string;
  readonly price: string;
  readonly onPrice: (price: string) => void;
  readonly words: ItemWords;
  /** The yellow key. */
  readonly save: {
    readonly label: string;
    readonly disabled: boolean;
    readonly onPress: () => void;
  };
};

/** The first page of an item: what is most often changed. */
export function ItemMenu(props: ItemMenuProps) {
  const { soldOut, onSoldOut, label, price, onPrice, words, save } = props;
  return (
    <>
      <Ghost onPress={onSoldOut}>{soldOut ? words.sellAgain : words.markSoldOut}</Ghost>
      <Field
        label={label}
        name="item-price"
        value={price}
        onChange={onPrice}
        maxLength={LIMITS.productNameMax}
      />
      <DigitKeys label={label} text={price} onText={onPrice} />
      <YellowKey className="item-save" disabled={save.disabled} onPress={save.onPress}>
        {save.label}
      </YellowKey>
    </>
  );
}
