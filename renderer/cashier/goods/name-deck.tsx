import { useState } from 'react';
import { tableName } from '../../state/tables.ts';
import { ALargeSmall, Archive, ArrowRightLeft, Keyboard, Undo2 } from '../../ui/icons.ts';
import { Key, keepFocus, YellowKey } from '../../ui/key.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import { useCashier, useWindow } from '../common/context.tsx';
import { Keypad } from '../common/keypad.tsx';
import { LetterKeys } from '../common/letter-keys.tsx';

/** The deck while the cashier names a table, by number or by letters. */
export function NameDeck() {
  const { till, words } = useCashier();
  const typed = useWindow('table_name')?.name ?? '';
  const [letters, setLetters] = useState(false);
  const name = tableName(typed, words.tableNumber);
  const word = letters ? words.paneKeypad : words.nameLetters;
  const Icon = letters ? Keyboard : ALargeSmall;
  return (
    <>
      <div className="deck-window name-window">
        <button
          type="button"
          className="pane-key"
          aria-label={word}
          onMouseDown={keepFocus}
          onClick={() => setLetters(!letters)}
        >
          <Icon size={20} aria-hidden="true" />
          <span className="pane-word">{word}</span>
        </button>
        <div>
          <h1 className="deck-label">{words.tableName}</h1>
          <p className="deck-hint">{words.tableNameHint}</p>
        </div>
        <p className="deck-amount deck-name" role="status">
          <bdi>{name}</bdi>
        </p>
      </div>
      {letters ? (
        <LetterKeys capitals digits text={typed} onText={till.tables.write} />
      ) : (
        <Keypad />
      )}
      <BillNotice />
      <NameKeys name={name} />
    </>
  );
}

function NameKeys({ name }: { readonly name: string }) {
  const { till, words } = useCashier();
  const moves = useWindow('table_name')?.to === 'move';
  const Icon = moves ? ArrowRightLeft : Archive;
  return (
    <div className="entry-keys">
      <YellowKey
        bed={false}
        enter
        disabled={name === ''}
        className="entry-yellow"
        onPress={() => {
          if (moves) till.tables.aim({ name });
          else till.tables.park(name);
        }}
      >
        <Icon size={34} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{moves ? words.moveAt : words.parkAt}</span>
          <span className="entry-yellow-amount">{name}</span>
        </span>
      </YellowKey>
      <Key className="key-fn key-tall key-back" onPress={() => till.tables.startNaming(null)}>
        <Undo2 size={26} aria-hidden="true" />
        {moves ? words.tablesHead : words.parkBack}
      </Key>
    </div>
  );
}
