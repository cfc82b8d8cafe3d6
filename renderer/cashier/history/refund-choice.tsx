import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import { isWithin, type LineRest } from '../../../shared/payment/refund-lines.ts';
import { Figures } from '../../ui/amount.tsx';
import { Minus, Plus } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { chooseAll, type RefundDraft, restsOf, stepLine, toggleLine } from './refund-draft.ts';

type ChoiceProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly currency: string;
};

/** The sold lines with what is left of each; the cashier chooses lines and quantities. */
export function RefundChoice({ draft, setDraft, currency }: ChoiceProps) {
  const { words } = useCashier();
  const rests = restsOf(draft);
  const place = useRef<HTMLFieldSetElement>(null);
  const has = rests.length > 0;
  // On a phone the PIN is below the slip: the lines appear after it has been scrolled to.
  useEffect(() => {
    if (has) void place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [has]);
  if (!has) return null;
  const change = (to: (now: RefundDraft) => RefundDraft) => setDraft((now) => now && to(now));
  return (
    <fieldset ref={place} className="refund-choice">
      <legend className="refund-choice-head">{words.refundLines}</legend>
      <label className="refund-pick">
        <input
          type="checkbox"
          checked={draft.chosen === null && !draft.edited}
          onChange={() => change(chooseAll)}
        />
        <span className="refund-name">{words.refundEverything}</span>
        <Figures amount={draft.left} currency={currency} />
      </label>
      {rests.map((rest) => (
        <Line key={rest.index} rest={rest} draft={draft} currency={currency} change={change} />
      ))}
    </fieldset>
  );
}

type LineProps = {
  readonly rest: LineRest;
  readonly draft: RefundDraft;
  readonly currency: string;
  readonly change: (to: (now: RefundDraft) => RefundDraft) => void;
};

function Line({ rest, draft, currency, change }: LineProps) {
  const { words } = useCashier();
  const { index, item, quantity, total } = rest;
  const name = item.description ?? item.product_id;
  const chosen = draft.chosen?.find((one) => one.index === index);
  const isGone = !isWithin(quantity, quantity);
  const isPart = !isGone && quantity !== item.quantity;
  return (
    <div className="refund-row" data-gone={isGone ? '' : undefined}>
      <label className="refund-pick">
        <input
          type="checkbox"
          checked={chosen !== undefined}
          disabled={isGone}
          onChange={() => change((now) => toggleLine(now, index))}
        />
        <span className="refund-name">
          <bdi>{`${item.quantity} × ${name}`}</bdi>
          {isGone && <small>{words.refundDone}</small>}
          {isPart && <small>{words.refundLeftOf(quantity, item.quantity)}</small>}
        </span>
        <Figures amount={isGone ? item.total : total} currency={currency} />
      </label>
      {chosen !== undefined && Number(quantity) > 1 && (
        <span className="refund-steps">
          <Ghost
            label={words.refundOneLess(name)}
            onPress={() => change((now) => stepLine(now, index, -1))}
          >
            <Minus size={20} aria-hidden="true" />
          </Ghost>
          <output>{chosen.quantity}</output>
          <Ghost
            label={words.refundOneMore(name)}
            disabled={chosen.quantity === quantity}
            onPress={() => change((now) => stepLine(now, index, 1))}
          >
            <Plus size={20} aria-hidden="true" />
          </Ghost>
        </span>
      )}
    </div>
  );
}
