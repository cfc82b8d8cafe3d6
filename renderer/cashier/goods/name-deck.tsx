import { type TablesState, tableName } from '../../state/tables.ts';
import { Archive, ArrowRightLeft, Undo2 } from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { useCashier, useTables } from '../common/context.tsx';
import { Keypad } from '../common/keypad.tsx';
import { TablesProblem } from '../common/problem.tsx';

/** The deck while the cashier names a table, by number or by letters. */
export function NameDeck() {
  const { words } = useCashier();
  const typed = useTables((state) => state.name);
  const name = tableName(typed, words.tableNumber);
  return (
    <>
      <div className="deck-window">
        <div>
          <h1 className="deck-label">{words.tableName}</h1>
          <p className="deck-hint">{words.tableNameHint}</p>
        </div>
        <p className="deck-amount deck-name" role="status">
          <bdi>{name}</bdi>
        </p>
      </div>
      <Keypad />
      <TablesProblem />
      <NameKeys name={name} />
    </>
  );
}

function NameKeys({ name }: { readonly name: string }) {
  const { till, words } = useCashier();
  const naming = useTables((state) => state.naming);
  const busy = useTables((state) => state.busy);
  const Icon = naming === 'move' ? ArrowRightLeft : Archive;
  return (
    <div className="entry-keys">
      <YellowKey
        bed={false}
        enter
        disabled={name === '' || busy}
        className="entry-yellow"
        onPress={() => void finish(naming)}
      >
        <Icon size={46} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{naming === 'move' ? words.moveAt : words.parkAt}</span>
          <span className="entry-yellow-amount">{name}</span>
        </span>
      </YellowKey>
      <Key className="key-fn key-tall key-back" onPress={() => till.tables.startNaming(null)}>
        <Undo2 size={26} aria-hidden="true" />
        {naming === 'move' ? words.tablesHead : words.parkBack}
      </Key>
    </div>
  );

  async function finish(what: TablesState['naming']): Promise<void> {
    if (what === 'move') await till.tables.moveTo({ kind: 'new', name });
    else await till.tables.park(name);
  }
}
