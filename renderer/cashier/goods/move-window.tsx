import type { BillSummary } from '../../../shared/device/bridge/bills.ts';
import { ZERO } from '../../../shared/money/money.ts';
import { type MoveSeen, type MoveTarget, seenMove } from '../../state/tables.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ArrowRightLeft, Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import {
  useAmountText,
  useBillName,
  useBills,
  useCashier,
  useShop,
  useTables,
} from '../common/context.tsx';

/** What a move leaves on both bills, before the cashier confirms it. */
export function MoveWindow({ table }: { readonly table: BillSummary }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const name = useBillName();
  const state = useTables((one) => one);
  const shown = useBills((one) => one.shown);
  const target = useTargetName(state.target);
  const seen = seenMove(state, shown);
  const money = { currency: settings.currency };
  const move = () => {
    if (till.tables.move()) till.show('sale');
  };
  return (
    <div className="move-window">
      <dl className="move-totals" aria-live="polite">
        <dt>
          {words.moveStays}: <bdi>{name(table)}</bdi>
        </dt>
        <dd>{seen !== null && <Amount amount={seen.stays} {...money} />}</dd>
        <dt>
          {words.moveGoes}: <bdi>{target}</bdi>
        </dt>
        <dd>{seen !== null && <Amount amount={seen.goes} {...money} />}</dd>
      </dl>
      {seen !== null && seen.off !== null && <Along off={seen.off} />}
      <YellowKey bed={false} enter disabled={seen === null} onPress={move}>
        <ArrowRightLeft size={30} aria-hidden="true" />
        {words.moveConfirm}
      </YellowKey>
      <Ghost className="ghost-tall" onPress={() => till.tables.aim(null)}>
        <Undo2 size={20} aria-hidden="true" />
        {words.moveBack}
      </Ghost>
    </div>
  );
}

function useTargetName(target: MoveTarget | null): string {
  const { words } = useCashier();
  const { bills } = useShop();
  const name = useBillName();
  if (target === null) return '';
  if (target.kind === 'new') return target.name ?? words.billNew;
  const open = bills?.open.find(({ id }) => id === target.bill);
  return open === undefined ? '' : name(open);
}

/** How much of the money off the bill goes along: nothing, the share by price, or all. */
function Along({ off }: { readonly off: NonNullable<MoveSeen['off']> }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const amounts = [...new Set([ZERO, off.share, off.all])];
  return (
    <Choice
      label={words.moveOff}
      name="move-discount"
      value={String(off.along)}
      options={amounts.map((one) => ({ value: String(one), label: amount(one) }))}
      onChange={(value) => {
        const chosen = amounts.find((one) => String(one) === value);
        if (chosen !== undefined) till.tables.takeAlong(chosen);
      }}
    />
  );
}
