import { type Dispatch, type SetStateAction, useState } from 'react';
import { denominationsOf } from '../../../shared/cash/notes.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import {
  type CountDraft,
  countedOf,
  countedSum,
  newCount,
  type ReasonDraft,
  reasonText,
  TYPED_REASON,
} from '../../state/counting.ts';
import { AMOUNT_MAX, amountAfter } from '../../state/keypad.ts';
import { personHere } from '../../state/staff.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import {
  Banknote,
  CalendarDays,
  Check,
  LockOpen,
  Minus,
  Plus,
  Undo2,
  Wallet,
} from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { SlipAndDeck } from '../common/slip-and-deck.tsx';
import { CountDeck, CountSlip } from './count-parts.tsx';
import { DifferenceDeck, DifferenceSlip } from './difference.tsx';
import { ReasonChoice, ReasonTyping } from './reasons.tsx';
import { type Difference, useBooks } from './use-books.ts';

type Act = 'float' | 'pay_in' | 'pay_out' | 'no_sale';

/** What was booked last, for the slip. */
type Done = {
  readonly head: string;
  readonly amount: MoneyInteger | null;
  readonly reason: string | null;
  readonly person: string;
  readonly at: Instant;
};

type Stage =
  | { readonly at: 'menu'; readonly done: Done | null }
  | {
      readonly at: 'act';
      readonly act: Act;
      readonly amount: number;
      readonly reason: ReasonDraft;
    }
  | { readonly at: 'count' }
  | { readonly at: 'difference'; readonly difference: Difference; readonly reason: ReasonDraft };

const NO_REASON: ReasonDraft = { picked: '', text: '' };

/** The reasons that are likely for an act of the drawer; null if it needs none. */
function listName(act: Act): 'reasonsPayIn' | 'reasonsPayOut' | 'reasonsNoSale' | null {
  switch (act) {
    case 'float':
      return null;
    case 'pay_in':
      return 'reasonsPayIn';
    case 'pay_out':
      return 'reasonsPayOut';
    case 'no_sale':
      return 'reasonsNoSale';
  }
}

/** The cash drawer: float, pay-in, pay-out, open without a sale, and a count. */
export function DrawerScreen() {
  const { words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const now = useNow(1_000);
  const books = useBooks();
  const [stage, setStage] = useState<Stage>({ at: 'menu', done: null });
  const [draft, setDraft] = useState<CountDraft>(() => newCount(settings.currency));
  const person = useTillState((state) => personHere(state.snapshot?.backOffice)?.name ?? '');
  // The books keep the reason in the shop's language.
  const shopReasons = SHOP_REASONS[settings.language];
  const menu = () => setStage({ at: 'menu', done: null });
  const finish = (done: Omit<Done, 'person' | 'at'>) =>
    setStage({ at: 'menu', done: { ...done, person, at: now } });

  async function book(given: Extract<Stage, { at: 'act' }>): Promise<void> {
    const { act } = given;
    const list = listName(act);
    const reason = list === null ? null : reasonText(given.reason, shopReasons[list]);
    if (list !== null && reason === null) return;
    const sum = money(given.amount);
    const why = reason ?? '';
    const command =
      act === 'float'
        ? ({ act, amount: sum } as const)
        : act === 'no_sale'
          ? ({ act, reason: why } as const)
          : ({ act, amount: sum, reason: why } as const);
    if ((await books.send({ type: 'drawer', act: command })) === null) return;
    finish({
      head: words.drawerActs[act],
      amount: act === 'no_sale' ? null : sum,
      reason,
    });
  }

  async function count(given: ReasonDraft | null): Promise<void> {
    const reason = given === null ? null : reasonText(given, shopReasons.reasonsDifference);
    if (given !== null && reason === null) return;
    const counted = countedOf(draft);
    const explains = stage.at === 'difference' ? stage.difference.expected : null;
    const answer = await books.send({ type: 'count_drawer', counted, reason, explains });
    if (answer === null) return;
    if (answer.value !== null) {
      setStage({ at: 'difference', difference: answer.value.difference, reason: NO_REASON });
      return;
    }
    finish({ head: words.count, amount: countedSum(draft), reason });
    setDraft(newCount(settings.currency));
  }

  const says =
    stage.at === 'menu' && stage.done !== null
      ? `${words.drawerDone}: ${stage.done.head} ${stage.done.amount === null ? '' : amount(stage.done.amount)}`
      : '';
  return (
    <SlipAndDeck
      slip={<DrawerSlip stage={stage} draft={draft} setDraft={setDraft} />}
      said={says}
      how="after"
    >
      {stage.at === 'menu' && (
        <Menu
          onAct={(act) => {
            books.forget();
            setStage({ at: 'act', act, amount: 0, reason: NO_REASON });
          }}
          onCount={() => {
            books.forget();
            setStage({ at: 'count' });
          }}
        />
      )}
      {stage.at === 'act' && (
        <ActDeck
          key={stage.act}
          stage={stage}
          setStage={setStage}
          books={books}
          onBook={() => void book(stage)}
          onBack={menu}
        />
      )}
      {stage.at === 'count' && (
        <CountDeck
          draft={draft}
          setDraft={setDraft}
          head={words.countHead}
          busy={books.busy}
          problem={books.problem}
          onDone={() => void count(null)}
          onBack={menu}
        />
      )}
      {stage.at === 'difference' && (
        <DifferenceDeck
          difference={stage.difference}
          reason={stage.reason}
          onReason={(reason) => setStage({ ...stage, reason })}
          busy={books.busy}
          problem={books.problem}
          onBook={() => void count(stage.reason)}
          onAgain={() => setStage({ at: 'count' })}
        />
      )}
    </SlipAndDeck>
  );
}

type SlipProps = {
  readonly stage: Stage;
  readonly draft: CountDraft;
  readonly setDraft: Dispatch<SetStateAction<CountDraft>>;
};

function DrawerSlip({ stage, draft, setDraft }: SlipProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  switch (stage.at) {
    case 'count':
      return <CountSlip draft={draft} setDraft={setDraft} />;
    case 'difference':
      return <DifferenceSlip difference={stage.difference} />;
    case 'menu':
      return stage.done === null ? (
        <EmptySlot>{words.drawerPick}</EmptySlot>
      ) : (
        <DoneSlip done={stage.done} />
      );
    case 'act':
      return (
        <Slip label={words.drawer}>
          <p className="slip-head">
            <span>{words.drawerActs[stage.act]}</span>
          </p>
          <p>{words.drawerHints[stage.act]}</p>
          {stage.act !== 'no_sale' && (
            <>
              <Perforation />
              <SlipTotal
                label={words.drawerActs[stage.act]}
                amount={money(stage.amount)}
                currency={settings.currency}
              />
            </>
          )}
        </Slip>
      );
  }
}

/** What was booked, by whom and why. */
function DoneSlip({ done }: { readonly done: Done }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  return (
    <Slip label={words.drawer} torn>
      <p className="slip-head">
        <span>{words.drawerDone}</span>
        <span>{format.dateTime(done.at)}</span>
      </p>
      <SlipTotal label={done.head} amount={done.amount} currency={settings.currency} />
      <Perforation />
      <dl className="slip-facts">
        {done.reason !== null && (
          <>
            <dt>{words.reason}</dt>
            <dd>
              <bdi>{done.reason}</bdi>
            </dd>
          </>
        )}
        <dt>{words.drawerPerson}</dt>
        <dd>
          <bdi>{done.person === '' ? words.drawerNobody : done.person}</bdi>
        </dd>
      </dl>
    </Slip>
  );
}

type MenuProps = {
  readonly onAct: (act: Act) => void;
  readonly onCount: () => void;
};

function Menu({ onAct, onCount }: MenuProps) {
  const { till, words } = useCashier();
  const hasDay = useTillState((state) => state.snapshot?.backOffice !== undefined);
  const acts = [
    { act: 'float', Icon: Wallet },
    { act: 'pay_in', Icon: Plus },
    { act: 'pay_out', Icon: Minus },
    { act: 'no_sale', Icon: LockOpen },
  ] as const;
  return (
    <>
      <h1 className="lock-head">{words.drawer}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys */}
      <div className="drawer-keys" role="group" aria-label={words.drawer}>
        {acts.map(({ act, Icon }) => (
          <Key key={act} className="key-fn" onPress={() => onAct(act)}>
            <Icon size={26} aria-hidden="true" />
            {words.drawerActs[act]}
          </Key>
        ))}
        <Key className="key-fn" onPress={onCount}>
          <Banknote size={26} aria-hidden="true" />
          {words.countHead}
        </Key>
        {hasDay && (
          <Key className="key-fn" onPress={() => till.show('day')}>
            <CalendarDays size={26} aria-hidden="true" />
            {words.reports}
          </Key>
        )}
      </div>
    </>
  );
}

/** Amounts that one key types as a float. */
const usualFloats = (currency: string) => denominationsOf(currency).slice(0, 3).map(money);

type ActStage = Extract<Stage, { at: 'act' }>;
type ActDeckProps = {
  readonly stage: ActStage;
  readonly setStage: Dispatch<SetStateAction<Stage>>;
  readonly books: Pick<ReturnType<typeof useBooks>, 'busy' | 'problem' | 'forget'>;
  readonly onBook: () => void;
  readonly onBack: () => void;
};

function ActDeck({ stage, setStage, books, onBook, onBack }: ActDeckProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const amountOf = useAmountText();
  const [typing, setTyping] = useState(false);
  const place = useStep();
  const { act, amount, reason } = stage;
  const list = listName(act);
  const needsAmount = act !== 'no_sale';
  const become = (more: Partial<ActStage>) => {
    books.forget();
    setStage((now) => (now.at === 'act' ? { ...now, ...more } : now));
  };
  const onReason = (next: ReasonDraft) => {
    setTyping(next.picked === TYPED_REASON);
    become({ reason: next });
  };
  if (typing) {
    return <ReasonTyping reason={reason} onReason={onReason} onDone={() => setTyping(false)} />;
  }
  const hasReason = list === null || reasonText(reason, words[list]) !== null;
  const off = books.busy || !hasReason || (act !== 'float' && needsAmount && amount === 0);
  const sum = money(amount);
  return (
    <div
      ref={place}
      className={needsAmount ? 'lock-pad' : 'staff-form staff-pin'}
      tabIndex={-1}
      data-keys=""
    >
      <h1 className="lock-head">{words.drawerActs[act]}</h1>
      {needsAmount && (
        <div className="deck-window refund-window">
          <p className="deck-label">{words.amountLabel}</p>
          <p className="deck-amount">
            <Amount amount={sum} currency={settings.currency} />
          </p>
        </div>
      )}
      <p className={books.problem === null ? 'refund-left' : 'refund-wrong'} role="status">
        {books.problem ?? words.drawerHints[act]}
      </p>
      {list !== null && <ReasonChoice list={words[list]} reason={reason} onReason={onReason} />}
      {act === 'float' && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
        <div className="drawer-notes" role="group" aria-label={words.amountLabel}>
          {usualFloats(settings.currency).map((note) => (
            <Key
              key={note}
              className="key-fn"
              disabled={books.busy}
              label={amountOf(note)}
              onPress={() => become({ amount: note })}
            >
              <Figures amount={note} currency={settings.currency} />
            </Key>
          ))}
        </div>
      )}
      {needsAmount && (
        <DigitPad
          disabled={books.busy}
          onKey={(key) =>
            setStage((now) => {
              if (now.at !== 'act') return now;
              const next = amountAfter(now.amount, key);
              return next > AMOUNT_MAX ? now : { ...now, amount: next };
            })
          }
        />
      )}
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey
          bed={false}
          enter
          disabled={off}
          label={`${words.drawerActs[act]} ${needsAmount ? amountOf(sum) : ''}`.trim()}
          onPress={onBook}
        >
          <Check size={30} aria-hidden="true" />
          <span>{words.drawerActs[act]}</span>
          {needsAmount && <Amount amount={sum} currency={settings.currency} />}
        </YellowKey>
        <Ghost disabled={books.busy} onPress={onBack}>
          <Undo2 size={20} aria-hidden="true" />
          {words.drawerBack}
        </Ghost>
      </div>
    </div>
  );
}
