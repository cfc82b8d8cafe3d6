import { isBare } from '../../../shared/basket/basket.ts';
import type { TableView } from '../../../shared/bridge/goods.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Archive, ArrowRightLeft, Plus, Trash2 } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useCashier, useGoods, useShop, useTables, useTillState } from '../common/context.tsx';
import { TablesProblem } from '../common/problem.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { NameDeck } from './name-deck.tsx';

/** The actions for the selected table. */
export function TableSide({ table }: { readonly table: TableView | null }) {
  const naming = useTables((state) => state.naming !== null);
  const asking = useTables((state) => state.asking);
  return (
    <section className="deck till-right list-field table-side">
      <StatusStrip />
      <div className="deck-body">
        {naming ? <NameDeck /> : table !== null && <TableKeys table={table} />}
      </div>
      {asking && table !== null && <ClearQuestion table={table} />}
    </section>
  );
}

function TableKeys({ table }: { readonly table: TableView }) {
  const { words } = useCashier();
  const moving = useTables(({ chosen }) => [...chosen.values()].reduce((sum, one) => sum + one, 0));
  if (table.sale !== null) return <p className="table-text">{words.tablePaying}</p>;
  return (
    <>
      <h2 className="table-head">{table.name}</h2>
      {moving === 0 ? (
        <p className="table-text">{words.tableSplitHint}</p>
      ) : (
        <MoveKeys table={table} moving={moving} />
      )}
      <TablesProblem />
      <div className="table-keys">
        <TakeUp />
        <ClearKey />
      </div>
    </>
  );
}

function TakeUp() {
  const { till, words } = useCashier();
  const busy = useTables((state) => state.busy);
  const full = useGoods((state) => !isBare(state.basket));
  const typed = useTillState((state) => state.entry.amount > 0);
  const off = full || typed;
  return (
    <>
      {off && <p className="table-text">{words.tableTakeUpFirst}</p>}
      <YellowKey
        bed={false}
        enter
        disabled={busy || off}
        onPress={() => {
          void till.tables.takeUp().then((up) => {
            if (up) till.show('sale');
          });
        }}
      >
        <Archive size={30} aria-hidden="true" />
        {words.tableTakeUp}
      </YellowKey>
    </>
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

/** The tables to which the selected lines can be moved. */
function MoveKeys({ table, moving }: { readonly table: TableView; readonly moving: number }) {
  const { till, words } = useCashier();
  const { goods } = useShop();
  const busy = useTables((state) => state.busy);
  const others = (goods?.tables ?? []).filter(({ id, sale }) => id !== table.id && sale === null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="table-move" role="group" aria-label={words.tableMove(moving)}>
      <p className="table-text">{words.tableMove(moving)}</p>
      <Key className="key-fn" disabled={busy} onPress={() => till.tables.startNaming('move')}>
        <Plus size={22} aria-hidden="true" />
        {words.tableNew}
      </Key>
      {others.map(({ id, name }) => (
        <Key
          key={id}
          className="key-fn"
          disabled={busy}
          onPress={() => void till.tables.moveTo({ kind: 'open', table: id })}
        >
          <ArrowRightLeft size={22} aria-hidden="true" />
          <bdi>{name}</bdi>
        </Key>
      ))}
    </div>
  );
}

function ClearQuestion({ table }: { readonly table: TableView }) {
  const { till, words } = useCashier();
  const keep = () => till.tables.askToClear(false);
  return (
    <Dialog head={words.tableClearQuestion(table.name)} text={words.tableClearText} onClose={keep}>
      <Ghost onPress={keep}>{words.tableKeep}</Ghost>
      <Ghost onPress={() => void till.tables.clear()}>
        <Trash2 size={20} aria-hidden="true" />
        {words.tableClear}
      </Ghost>
    </Dialog>
  );
}
