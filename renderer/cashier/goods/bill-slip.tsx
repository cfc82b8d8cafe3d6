import { useEffect, useRef } from 'react';
import { isDiscountable } from '../../../shared/bill/amounts.ts';
import { type SlipLine, slipOf } from '../../../shared/bill/slip.ts';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import { pendingLines } from '../../state/bills/bill-copies.ts';
import { optionsOf, productOfLine, TYPED_LINE, wholeBill } from '../../state/goods-state.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillVat } from '../../ui/bill-lines.tsx';
import { Minus, Plus, SlidersHorizontal, SquarePen, Tag, Trash2 } from '../../ui/icons.ts';
import { Ghost, keepFocus } from '../../ui/key.tsx';
import { memoOfValues } from '../../ui/memo-of-values.ts';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import {
  useBill,
  useBills,
  useCashier,
  useGoods,
  useShop,
  useTillState,
} from '../common/context.tsx';
import { usePart } from '../common/due.ts';

/** The slip of the bill that is being filled: its lines, the total, and what is paid of it. */
export function BillSlip() {
  const { words } = useCashier();
  const { settings } = useShop();
  const typed = useTillState((state) => state.entry.amount);
  const goods = useGoods((state) => state);
  const bill = useBill();
  const copies = useBills((state) => state.copies);
  const whole = wholeBill(bill, typed, settings.language, goods);
  if (whole === null) return <EmptySlot>{''}</EmptySlot>;
  const slip = slipOf(whole, 'shop');
  const pending = bill === null ? new Set<string>() : pendingLines(copies, bill);
  const money = { currency: settings.currency };
  return (
    <Slip label={words.slipLabel}>
      <p className="slip-head">
        <span>{whole.name === null ? words.newSale : <bdi>{whole.name}</bdi>}</span>
        {bill !== null && <MemberKey member={bill.member} />}
      </p>
      <Lines lines={slip.lines} pending={pending} />
      {slip.discount > 0 && (
        <p className="basket-off">
          <span>{words.slipDiscountAll}</span>
          <Figures amount={subtract(ZERO, slip.discount)} {...money} />
        </p>
      )}
      <Perforation />
      <SlipTotal label={words.slipTotal} amount={slip.total} {...money} />
      <Payments paid={slip.paid} due={slip.due} />
      <BillVat vat={slip.vat} {...money} words={words} />
    </Slip>
  );
}

/** Opens the deck for the membership number, in a shop that has them. */
function MemberKey({ member }: { readonly member: string | null }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const text = member === null ? words.member : words.memberOf(member);
  if (settings.membership === true) return <Ghost onPress={till.member.open}>{text}</Ghost>;
  // A cash register can give a number in every shop.
  return member === null ? null : <bdi>{text}</bdi>;
}

type Sum = ReturnType<typeof slipOf>['due'];

/** What is paid of the bill, what is left, and the part that is paid now. */
function Payments({ paid, due }: { readonly paid: Sum; readonly due: Sum }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const part = usePart();
  const money = { currency: settings.currency };
  if (paid === 0 && part === null) return null;
  const place = part === null || part.count === 0 ? '' : words.tableMoving(part.place, part.count);
  return (
    <dl className="slip-facts slip-paid">
      {paid > 0 && (
        <div>
          <dt>{words.wordPaid}</dt>
          <dd>
            <Figures amount={paid} {...money} />
          </dd>
        </div>
      )}
      <div>
        <dt>{words.slipToPay}</dt>
        <dd>
          <Figures amount={due} {...money} />
        </dd>
      </div>
      {part !== null && (
        <div>
          <dt>
            {words.partNow}
            {place !== '' && ` (${place})`}
          </dt>
          <dd>
            <strong>
              <Figures amount={part.amount} {...money} />
            </strong>
          </dd>
        </div>
      )}
    </dl>
  );
}

type LinesProps = { readonly lines: readonly SlipLine[]; readonly pending: ReadonlySet<string> };

function Lines({ lines, pending }: LinesProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const selected = useGoods((state) => state.selected);
  const typing = lines.at(-1)?.id === TYPED_LINE;
  return (
    <ul className="basket" aria-label={words.slipLines}>
      {lines.map((line) => (
        <Line
          key={line.id}
          id={line.id}
          quantity={line.quantity}
          name={line.name}
          extras={extrasOf(line)}
          gross={line.gross}
          discount={line.discount}
          currency={settings.currency}
          pending={pending.has(line.id)}
          selected={!typing && selected === line.id}
        />
      ))}
    </ul>
  );
}

type LineProps = Pick<SlipLine, 'id' | 'quantity' | 'name' | 'gross' | 'discount'> & {
  readonly extras: string;
  readonly currency: string;
  readonly pending: boolean;
  readonly selected: boolean;
};

/** A change of the bill draws the lines that it changes: a bill can have a hundred of them. */
const Line = memoOfValues(function Line({ id, selected, ...line }: LineProps) {
  const { till } = useCashier();
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected && element.current !== null) showInList(element.current);
  }, [selected]);
  if (id === TYPED_LINE) {
    return (
      <li className="basket-line basket-typing">
        <LineWords {...line} />
      </li>
    );
  }
  return (
    <li ref={element} className={selected ? 'basket-picked' : ''}>
      <button
        type="button"
        className={line.pending ? 'basket-line basket-pending' : 'basket-line'}
        aria-pressed={selected}
        onMouseDown={keepFocus}
        onClick={() => till.goods.select(selected ? null : id)}
      >
        <LineWords {...line} />
      </button>
      {selected && <LineKeys id={id} name={line.name} />}
    </li>
  );
});

/**
 * Scrolls the list to the line that was added last. The page itself does not scroll: on a phone the key
 * that the cashier presses again would move.
 */
function showInList(line: HTMLElement): void {
  const list = line.parentElement;
  if (list === null) return;
  const [frame, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < frame.top) list.scrollTop -= frame.top - own.top;
  else if (own.bottom > frame.bottom) list.scrollTop += own.bottom - frame.bottom;
}

function LineWords(line: Omit<LineProps, 'id' | 'selected'>) {
  const { words } = useCashier();
  const money = { currency: line.currency };
  return (
    <>
      <span className="basket-many">{line.quantity}</span>
      <span className="basket-name">
        <bdi>{line.name}</bdi>
        <Extras text={line.extras} />
        {line.pending && <span className="sr-only"> {words.linePending}</span>}
      </span>
      <Figures amount={line.gross} {...money} />
      {line.discount !== 0 && (
        <span className="basket-line-off">
          <span>{words.slipDiscount}</span>
          <Figures amount={subtract(ZERO, line.discount)} {...money} />
        </span>
      )}
    </>
  );
}

/** The options and the note of a line; empty if it has neither. */
export function extrasOf({ options, note }: Pick<SlipLine, 'options' | 'note'>): string {
  return (note === null ? options : [...options, note]).join(', ');
}

/** The options and the note of a line, below its name. */
export function Extras({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <span className="basket-extras">
      <bdi>{text}</bdi>
    </span>
  );
}

/** Keys for the selected line: fewer, more, discount, remove. */
function LineKeys({ id, name }: Pick<LineProps, 'id' | 'name'>) {
  const { till, words } = useCashier();
  const { goods } = till;
  const line = useBill()?.lines.find((one) => one.id === id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="line-keys" role="group" aria-label={words.lineKeys(name)}>
      <Ghost label={words.lineLess} onPress={goods.less}>
        <Minus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost label={words.lineMore} onPress={goods.more}>
        <Plus size={22} aria-hidden="true" />
      </Ghost>
      {line !== undefined && isDiscountable(line) && (
        <Ghost
          className="line-discount"
          label={words.lineDiscount}
          onPress={() => goods.askDiscount('line')}
        >
          <Tag size={20} aria-hidden="true" />
          {words.keyDiscount}
        </Ghost>
      )}
      <Ghost className="line-remove" label={words.lineRemove} onPress={goods.remove}>
        <Trash2 size={20} aria-hidden="true" />
      </Ghost>
      <ProductKeys id={id} />
    </div>
  );
}

/** Keys for what the catalogue lets a person change of a line: its options and its note. */
function ProductKeys({ id }: Pick<LineProps, 'id'>) {
  const { till, words } = useCashier();
  const catalogue = useGoods((state) => state.catalogue);
  const bill = useBill();
  const product = productOfLine(catalogue, bill, id);
  if (product === null) return null;
  const hasOptions = optionsOf(catalogue, product).length > 0;
  if (!hasOptions && product.note === null) return null;
  return (
    <div className="line-more">
      {hasOptions && (
        <Ghost onPress={till.goods.askOptions}>
          <SlidersHorizontal size={20} aria-hidden="true" />
          {words.lineOptions}
        </Ghost>
      )}
      {product.note !== null && (
        <Ghost onPress={till.goods.askNote}>
          <SquarePen size={20} aria-hidden="true" />
          {words.lineNote}
        </Ghost>
      )}
    </div>
  );
}
