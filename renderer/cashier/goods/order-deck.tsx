import { type ReactNode, useEffect, useRef, useState } from 'react';
import { productsIn } from '../../../shared/catalogue/catalogue.ts';
import { type KeyMove, orderedBy, withMove } from '../../../shared/catalogue/moves.ts';
import { windowIn } from '../../state/mode/mode.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Check, GripVertical, Undo2 } from '../../ui/icons.ts';
import { Key, keepFocus, YellowKey } from '../../ui/key.tsx';
import { beforeOf } from '../../ui/reorder/place.ts';
import { useReorder } from '../../ui/reorder/use-reorder.ts';
import { useCashier, useGoods, useWindow } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { useItemChanges } from './use-item-changes.ts';

/**
 * The deck while a supervisor moves the keys of categories and items. Nothing is sent before it is saved. What another
 * screen changes meanwhile is shown at once, and the moves are made on it.
 */
export function OrderDeck() {
  const { till, words, language } = useCashier();
  const { catalogue, version, category } = useGoods((state) => state);
  const moves = useWindow('order')?.moves ?? null;
  const mayChange = useItemChanges() === 'possible';
  const head = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const leave = () => till.goods.moveKeys(null);
  useEffect(() => head.current?.focus(), []);
  useEffect(() => {
    // The next person at the till is not in the middle of it.
    if (!mayChange) till.goods.moveKeys(null);
  }, [mayChange, till]);
  if (catalogue === null || moves === null) return null;
  const ordered = orderedBy(catalogue, moves);
  const { categories, products } = ordered.catalogue;
  const isSame = idsOf(catalogue) === idsOf(ordered.catalogue);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const changes = [...ordered.changes];
    const answer = await till.call({ type: 'change_goods', version: version ?? '', changes });
    setBusy(false);
    if (answer?.ok !== true) setProblem(problemText(answer, words));
    // What was moved since is neither saved nor lost: it stays on this deck.
    else if (windowIn(till.store.getState().mode, 'order')?.moves === moves) leave();
  };
  const moved = (move: KeyMove) => {
    setProblem('');
    till.goods.moveKeys(withMove(moves, move));
  };
  return (
    <>
      <div className="deck-window order-window">
        <div>
          <h1 className="deck-label line-deck-head" ref={head} tabIndex={-1}>
            {words.orderHead}
          </h1>
          <p className="deck-hint" role={problem === '' ? 'status' : 'alert'}>
            {problem === '' ? words.orderHint : problem}
          </p>
        </div>
      </div>
      <div className="deck-scroll order">
        <Movable
          label={words.itemsCategories}
          className="order-categories"
          all={categories.map(({ id }) => id)}
          shown={categories.map(({ id, name }) => ({ id, name: name[language] }))}
          keyOf={({ id, name }) => (
            <button
              type="button"
              className="order-category"
              aria-pressed={category === id}
              onMouseDown={keepFocus}
              onClick={() => till.goods.pick(category === id ? null : id)}
            >
              {name}
            </button>
          )}
          onMove={(id, followers) => moved({ list: 'categories', id, followers })}
        />
        <Movable
          label={words.itemsKeys}
          className="order-items"
          all={products.map(({ id }) => id)}
          shown={productsIn(ordered.catalogue, category).map(({ id, name }) => ({
            id,
            name: name[language],
          }))}
          keyOf={({ name }) => <span className="order-item">{name}</span>}
          onMove={(id, followers) => moved({ list: 'products', id, followers })}
        />
      </div>
      <div className="entry-keys">
        <YellowKey
          bed={false}
          disabled={isSame || busy}
          className="entry-yellow"
          onPress={() => void save()}
        >
          <Check size={46} aria-hidden="true" />
          <span className="entry-yellow-words">{words.orderSave}</span>
        </YellowKey>
        <Key className="key-fn key-tall key-back" onPress={leave}>
          <Undo2 size={26} aria-hidden="true" />
          {words.backToItems}
        </Key>
      </div>
    </>
  );
}

type Lists = Readonly<Record<'categories' | 'products', readonly { readonly id: string }[]>>;

const idsOf = ({ categories, products }: Lists) =>
  JSON.stringify([categories.map(({ id }) => id), products.map(({ id }) => id)]);

type Entry = { readonly id: string; readonly name: string };

type MovableProps = {
  readonly label: string;
  readonly className: string;
  /** Ids of all entries of the list, also of those that are not shown. */
  readonly all: readonly string[];
  readonly shown: readonly Entry[];
  readonly keyOf: (entry: Entry) => ReactNode;
  readonly onMove: (id: string, followers: readonly string[]) => void;
};

/** Keys with a handle each. */
function Movable({ label, className, all, shown, keyOf, onMove }: MovableProps) {
  const { words } = useCashier();
  const [said, setSaid] = useState('');
  const ids = shown.map(({ id }) => id);
  const { handle, markOf } = useReorder(ids, (id, to) => {
    const name = shown.find((one) => one.id === id)?.name ?? id;
    setSaid(words.moved(name, to + 1, ids.length));
    const before = beforeOf(all, ids, id, to);
    const others = all.filter((one) => one !== id);
    onMove(id, before === null ? [] : others.slice(others.indexOf(before)));
  });
  return (
    <>
      <ul className={className} aria-label={label}>
        {shown.map((entry) => (
          <li key={entry.id} className={`order-entry ${markOf(entry.id) ?? ''}`}>
            <button
              type="button"
              className="order-grip"
              aria-label={words.reorder(entry.name)}
              onMouseDown={keepFocus}
              {...handle(entry.id)}
            >
              <GripVertical size={24} aria-hidden="true" />
            </button>
            {keyOf(entry)}
          </li>
        ))}
      </ul>
      <Announcer polite={said} assertive="" />
    </>
  );
}
