import { useState } from 'react';
import { amountsOf, isDiscountable } from '../../../shared/bill/amounts.ts';
import { type SlipLine, type SlipOfBill, slipOf } from '../../../shared/bill/slip.ts';
import type { LineId } from '../../../shared/ids/host-ids.ts';
import { type MoneyInteger, subtract, ZERO } from '../../../shared/money/money.ts';
import { pendingLines } from '../../state/bills/bill-copies.ts';
import { optionsOf, productOfLine, TYPED_LINE, wholeBill } from '../../state/goods-state.ts';
import { Figures } from '../../ui/amount.tsx';
import { BillVat, LineParts, type LineValues, lineValues } from '../../ui/bill-lines.tsx';
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
import { useDiscounted, usePart } from '../common/due.ts';
import { useLineInView } from './line-in-view.ts';

/** The slip of the bill that is being filled: its lines, the total, and what is paid of it. */
export function BillSlip() {
  const { words } = useCashier();
  const { settings } = useShop();
  const typed = useTillState((state) => state.entry.amount);
  const goods = useGoods((state) => state);
  const bill = useBill();
  const copies = useBills((state) => state.copies);
  const discounted = useDiscounted();
  const whole = discounted ?? wholeBill(bill, typed, settings.language, goods);
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
      <Sum
        slip={slip}
        before={discounted === null || bill === null ? null : amountsOf(bill).total}
      />
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

type SumProps = {
  readonly slip: SlipOfBill;
  /** The total without the discount that is being typed; null while none is. */
  readonly before: MoneyInteger | null;
};

/**
 * The one large sum of the slip: the total, or what is left to pay once a part is paid. Above it is what leads to it, and
 * below it the part that is paid now.
 */
function Sum({ slip, before }: SumProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const part = usePart();
  const money = { currency: settings.currency };
  const { total, paid, due } = slip;
  const place = part === null || part.count === 0 ? '' : words.tableMoving(part.place, part.count);
  const now = `${words.partNow}${place === '' ? '' : ` (${place})`}`;
  return (
    <>
      {paid > 0 && (
        <dl className="slip-facts slip-paid">
          <SumRow word={words.slipTotal} amount={total} />
          <SumRow word={words.wordPaid} amount={subtract(ZERO, paid)} />
        </dl>
      )}
      {paid > 0 ? (
        <SlipTotal label={words.cashLeft} amount={due} {...money} />
      ) : (
        <SlipTotal
          label={before === null ? words.slipTotal : words.newTotal}
          amount={total}
          {...money}
        />
      )}
      {before !== null && (
        <dl className="slip-facts slip-paid">
          <SumRow word={words.discountBefore} amount={before} />
        </dl>
      )}
      {part !== null && (
        <dl className="slip-facts slip-paid">
          <SumRow word={now} amount={part.amount} />
        </dl>
      )}
    </>
  );
}

function SumRow({ word, amount }: { readonly word: string; readonly amount: MoneyInteger }) {
  const { settings } = useShop();
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        <Figures amount={amount} currency={settings.currency} />
      </dd>
    </div>
  );
}

type LinesProps = { readonly lines: readonly SlipLine[]; readonly pending: ReadonlySet<string> };

function Lines({ lines, pending }: LinesProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const selected = useGoods((state) => state.selected);
  const typing = lines.at(-1)?.id === TYPED_LINE;
  const list = useLineInView(`${typing ? TYPED_LINE : selected} ${lines.length}`);
  return (
    <ul className="basket" aria-label={words.slipLines} ref={list}>
      {lines.map((line) => (
        <Line
          key={line.id}
          id={line.id}
          {...lineValues(line)}
          currency={settings.currency}
          pending={pending.has(line.id)}
          selected={!typing && selected === line.id}
        />
      ))}
    </ul>
  );
}

type LineProps = LineValues & {
  readonly id: LineId;
  readonly currency: string;
  readonly pending: boolean;
  readonly selected: boolean;
};

/** A change of the bill draws the lines that it changes: a bill can have a hundred of them. */
const Line = memoOfValues(function Line({ id, selected, pending, ...line }: LineProps) {
  const { till, words } = useCashier();
  const parts = (
    <LineParts
      as="span"
      {...line}
      discountWord={words.slipDiscount}
      more={pending ? words.linePending : ''}
    />
  );
  if (id === TYPED_LINE) return <li className="basket-line basket-typing">{parts}</li>;
  return (
    <li className={selected ? 'basket-picked' : ''}>
      <button
        type="button"
        className={pending ? 'basket-line basket-pending' : 'basket-line'}
        aria-pressed={selected}
        onMouseDown={keepFocus}
        onClick={() => till.goods.select(selected ? null : id)}
      >
        {parts}
      </button>
      {selected && <LineKeys id={id} name={line.name} />}
    </li>
  );
});

/**
 * The keys of the selected line, in one row: fewer, more, discount, options, note, remove. A narrow slip has room for five
 * of them, and its last key shows the others in their place.
 */
function LineKeys({ id, name }: Pick<LineProps, 'id' | 'name'>) {
  const { till, words } = useCashier();
  const { goods } = till;
  const [others, setOthers] = useState(false);
  const catalogue = useGoods((state) => state.catalogue);
  const bill = useBill();
  const line = bill?.lines.find((one) => one.id === id);
  const product = productOfLine(catalogue, bill, id);
  const hasOptions = product !== null && optionsOf(catalogue, product).length > 0;
  const hasNote = product !== null && product.note !== null;
  const side = hasOptions || hasNote ? (others ? ' line-keys-others' : ' line-keys-more') : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className={`line-keys${side}`} role="group" aria-label={words.lineKeys(name)}>
      <Ghost className="line-step" label={words.lineLess} onPress={goods.less}>
        <Minus size={22} aria-hidden="true" />
      </Ghost>
      <Ghost className="line-step" label={words.lineMore} onPress={goods.more}>
        <Plus size={22} aria-hidden="true" />
      </Ghost>
      {line !== undefined && isDiscountable(line) && (
        <Ghost
          className="line-first line-discount"
          label={words.lineDiscount}
          onPress={() => goods.askDiscount('line')}
        >
          <Tag size={22} aria-hidden="true" />
          {words.keyDiscount}
        </Ghost>
      )}
      {hasOptions && (
        <Ghost className="line-other" onPress={goods.askOptions}>
          <SlidersHorizontal size={22} aria-hidden="true" />
          {words.lineOptions}
        </Ghost>
      )}
      {hasNote && (
        <Ghost className="line-other" onPress={goods.askNote}>
          <SquarePen size={22} aria-hidden="true" />
          {words.lineNote}
        </Ghost>
      )}
      <Ghost className="line-first line-remove" label={words.lineRemove} onPress={goods.remove}>
        <Trash2 size={22} aria-hidden="true" />
        {words.keyRemove}
      </Ghost>
      <Ghost className="line-others" pressed={others} onPress={() => setOthers(!others)}>
        {words.lineOthers}
      </Ghost>
    </div>
  );
}
