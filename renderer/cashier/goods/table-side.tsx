import type { Bill } from '../../../shared/bill/bill.ts';
import type { BillSummary } from '../../../shared/device/bridge/bills.ts';
import { approvalIn } from '../../state/mode/mode.ts';
import { partNow } from '../../state/parts.ts';
import { chosenNow } from '../../state/tables.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Archive, ArrowRightLeft, Plus, Trash2 } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import {
  useAmountText,
  useBillName,
  useCashier,
  useGoods,
  useOpenBillId,
  useShop,
  useTables,
  useTillState,
  useWindow,
} from '../common/context.tsx';
import { DeckDue } from '../common/deck-due.tsx';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { MoveWindow } from './move-window.tsx';
import { NameDeck } from './name-deck.tsx';

type SideProps = { readonly table: BillSummary | null; readonly bill: Bill | null };

/** The actions for the selected bill. */
export function TableSide({ table, bill }: SideProps) {
  const { words } = useCashier();
  const naming = useWindow('table_name') !== null;
  const approving = useTillState(({ mode }) => approvalIn(mode));
  const asking = useTillState(
    ({ mode }) => mode.kind === 'question' && mode.question.kind === 'clear',
  );
  const lazy = useLazyScreens();
  return (
    <section className="deck till-right list-field table-side deck-choices">
      <StatusStrip />
      <div className="deck-body">
        {(naming || approving !== null) && table !== null && (
          <DeckDue word={words.slipTotal} amount={table.total} />
        )}
        {approving !== null && lazy !== null ? (
          <lazy.BillApproval asked={approving} />
        ) : naming ? (
          <NameDeck />
        ) : (
          table !== null && <TableKeys table={table} bill={bill} />
        )}
      </div>
      {asking && table !== null && <ClearQuestion table={table} />}
    </section>
  );
}

type TableProps = { readonly table: BillSummary; readonly bill: Bill | null };

function TableKeys({ table, bill }: TableProps) {
  const { words } = useCashier();
  const name = useBillName();
  const chosen = chosenNow(
    useTables((state) => state),
    bill,
  );
  const target = useTables((state) => (chosen.size === 0 ? null : state.target));
  if (table.sale !== null) return <p className="table-text">{words.tablePaying}</p>;
  return (
    <>
      <h2 className="table-head">
        <bdi>{name(table)}</bdi>
      </h2>
      <BillNotice />
      {target !== null ? (
        <MoveWindow table={table} />
      ) : chosen.size > 0 ? (
        <MoveKeys table={table} moving={chosen.size} />
      ) : (
        <>
          <p className="table-text table-split-hint">{words.tableSplitHint}</p>
          {bill !== null && bill.lines.length > 0 && <PartKeys table={table} bill={bill} />}
        </>
      )}
      {target === null && (
        <div className="table-keys">
          <TakeUp table={table} isRead={bill !== null} />
          <ClearKey />
        </div>
      )}
    </>
  );
}

/** The amount that is typed on the slip belongs to the bill there. */
function useTypedFirst(table: BillSummary): boolean {
  const current = useOpenBillId();
  const typed = useTillState((state) => state.entry.amount > 0);
  return typed && current !== table.id;
}

function useTakeUp(): () => void {
  const { till } = useCashier();
  return () => {
    till.tables.takeUp();
    till.show('sale');
  };
}

type TakeUpProps = {
  readonly table: BillSummary;
  /** False until the screen has the bill as it is now. */
  readonly isRead: boolean;
};

function TakeUp({ table, isRead }: TakeUpProps) {
  const { words } = useCashier();
  const off = useTypedFirst(table);
  const takeUp = useTakeUp();
  return (
    <>
      {off && <p className="table-text">{words.tableTakeUpFirst}</p>}
      <YellowKey bed={false} enter disabled={off || !isRead} onPress={takeUp}>
        <Archive size={30} aria-hidden="true" />
        {words.tableTakeUp}
      </YellowKey>
    </>
  );
}

const SHARES = [2, 3, 4, 5, 6] as const;

/** The ways to pay a bill in parts, and to join it with another one. */
function PartKeys({ table, bill }: { readonly table: BillSummary; readonly bill: Bill }) {
  const { till, words } = useCashier();
  const off = useTypedFirst(table);
  const takeUp = useTakeUp();
  const isPart = partNow(
    useGoods((state) => state.parts),
    bill,
  );
  return (
    <div className="table-parts">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys */}
      <div className="table-shares" role="group" aria-label={words.sharesHead}>
        <p className="table-text">{words.sharesHead}</p>
        {SHARES.map((count) => (
          <Key
            key={count}
            className="key-fn"
            label={words.sharesKey(count)}
            disabled={off || table.due === 0}
            onPress={() => {
              takeUp();
              till.goods.share(count);
            }}
          >
            {count}
          </Key>
        ))}
      </div>
      <Key
        className="key-fn"
        disabled={off || table.due === 0}
        onPress={() => {
          takeUp();
          till.goods.askPart();
        }}
      >
        {words.partKey}
      </Key>
      {isPart !== null && (
        <Key
          className="key-fn"
          onPress={() => {
            takeUp();
            till.goods.share(1);
          }}
        >
          {words.partWhole}
        </Key>
      )}
      <Key className="key-fn" disabled={bill.lines.length === 0} onPress={till.tables.chooseAll}>
        {words.billJoin}
      </Key>
    </div>
  );
}

function ClearKey() {
  const { till, words } = useCashier();
  return (
    <Ghost className="ghost-tall table-clear" onPress={() => till.tables.askToClear(true)}>
      <Trash2 size={20} aria-hidden="true" />
      {words.tableClear}
    </Ghost>
  );
}

/** The bills to which the selected lines can be moved. */
function MoveKeys({ table, moving }: { readonly table: BillSummary; readonly moving: number }) {
  const { till, words } = useCashier();
  const { bills } = useShop();
  const name = useBillName();
  const others = (bills?.open ?? []).filter(({ id, sale }) => id !== table.id && sale === null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="table-move" role="group" aria-label={words.tableMove(moving)}>
      <p className="table-text">{words.tableMove(moving)}</p>
      <Key className="key-fn" onPress={() => till.tables.aim({ name: null })}>
        <Plus size={22} aria-hidden="true" />
        {words.billNew}
      </Key>
      <Key className="key-fn" onPress={() => till.tables.startNaming('move')}>
        <Plus size={22} aria-hidden="true" />
        {words.tableNew}
      </Key>
      {others.map((one) => (
        <Key key={one.id} className="key-fn" onPress={() => till.tables.aim({ bill: one.id })}>
          <ArrowRightLeft size={22} aria-hidden="true" />
          <bdi>{name(one)}</bdi>
        </Key>
      ))}
    </div>
  );
}

function ClearQuestion({ table }: { readonly table: BillSummary }) {
  const { till, words } = useCashier();
  const name = useBillName();
  const amount = useAmountText();
  const keep = () => till.tables.askToClear(false);
  return (
    <Dialog
      head={words.tableClearQuestion(name(table))}
      text={words.tableClearText}
      due={`${words.slipTotal} ${amount(table.total)}`}
      onClose={keep}
    >
      <Ghost onPress={keep}>{words.tableKeep}</Ghost>
      <Ghost onPress={till.tables.clear}>
        <Trash2 size={20} aria-hidden="true" />
        {words.tableClear}
      </Ghost>
    </Dialog>
  );
}
