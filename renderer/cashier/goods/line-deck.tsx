import { type ReactElement, useEffect, useRef } from 'react';
import { missingGroup, type Option, type OptionGroup } from '../../../shared/catalogue/options.ts';
import { type Order, priceOfOrder } from '../../../shared/catalogue/order.ts';
import type { LineId } from '../../../shared/ids/host-ids.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { listedOptions, optionsOf } from '../../state/goods-state.ts';
import { isMemberNumber } from '../../state/member.ts';
import { type LineQuestion, lineQuestionOf } from '../../state/mode/mode.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Check, Undo2, User } from '../../ui/icons.ts';
import { Key, keepFocus, YellowKey } from '../../ui/key.tsx';
import { BillNotice } from '../common/bill-notice.tsx';
import {
  useAmountText,
  useBills,
  useCashier,
  useGoods,
  useShop,
  useTillState,
} from '../common/context.tsx';
import { LetterKeys } from '../common/letter-keys.tsx';

/** The deck while it asks about a line or a bill: for options, a note or a membership number. */
export function LineDeck(): ReactElement | null {
  const question = useTillState(({ mode }) => lineQuestionOf(mode));
  if (question === null) return null;
  switch (question.kind) {
    case 'options':
      return <OptionsDeck order={question.order} line={question.line} />;
    case 'note':
      return <NoteDeck question={question} />;
    case 'member':
      return <MemberDeck question={question} />;
  }
}

type OptionsProps = { readonly order: Order; readonly line: LineId | null };

/** The options of a product: each group with its rule, and the price with everything that is chosen. */
function OptionsDeck({ order, line }: OptionsProps) {
  const { till, words, language } = useCashier();
  const { settings } = useShop();
  const catalogue = useGoods((state) => state.catalogue);
  const amount = useAmountText();
  const head = useFocusedHead();
  const groups = optionsOf(catalogue, order.product);
  const missing = missingGroup(groups, order.choices);
  const price = catalogue === null ? null : priceOfOrder(catalogue, order);
  const listed = listedOptions(groups).map(({ option }) => option);
  return (
    <>
      <div className="deck-window">
        <div>
          <h1 className="deck-label line-deck-head" ref={head} tabIndex={-1}>
            {words.optionsOf(order.product.name[language])}
          </h1>
          <p className="deck-hint" role="status">
            {missing !== null &&
              words.optionsMissing(missing.name[language], ruleOf(missing, words))}
          </p>
        </div>
        <p className="deck-amount">
          {price !== null && <Amount amount={price} currency={settings.currency} />}
        </p>
      </div>
      <div className="deck-scroll">
        {groups.map((group) => (
          <Group
            key={group.id}
            group={group}
            chosen={order.choices.get(group.id) ?? []}
            placeOf={(option) => listed.indexOf(option) + 1}
          />
        ))}
      </div>
      <BillNotice />
      <div className="entry-keys">
        <YellowKey
          bed={false}
          enter
          disabled={missing !== null}
          className="entry-yellow"
          onPress={till.goods.takeOptions}
        >
          <Check size={34} aria-hidden="true" />
          <span className="entry-yellow-words">
            <span>{line === null ? words.addAtPrice : words.optionsTake}</span>
            <span className="entry-yellow-amount">{price !== null && amount(price)}</span>
          </span>
        </YellowKey>
        <BackKey />
      </div>
    </>
  );
}

type GroupProps = {
  readonly group: OptionGroup;
  readonly chosen: readonly string[];
  /** Its place for the keyboard. */
  readonly placeOf: (option: Option) => number;
};

function Group({ group, chosen, placeOf }: GroupProps) {
  const { till, words, language } = useCashier();
  const rule = ruleOf(group, words);
  const name = group.name[language];
  const isFull = group.max > 1 && chosen.length >= group.max;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="line-options-group" role="group" aria-label={words.optionsMissing(name, rule)}>
      <p className="line-options-head" aria-hidden="true">
        <bdi>{name}</bdi> <span>{rule}</span>
      </p>
      <div className="line-options-keys">
        {group.options.map((option) => (
          <OptionKey
            key={option.id}
            option={option}
            place={placeOf(option)}
            pressed={chosen.includes(option.id)}
            disabled={isFull && !chosen.includes(option.id)}
            onPress={() => till.goods.pressOption(group.id, option.id)}
          />
        ))}
      </div>
    </div>
  );
}

type OptionKeyProps = {
  readonly option: Option;
  readonly place: number;
  readonly pressed: boolean;
  readonly disabled: boolean;
  readonly onPress: () => void;
};

function OptionKey({ option, place, pressed, disabled, onPress }: OptionKeyProps) {
  const { language } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  const { name, surcharge } = option;
  return (
    <Key className="option" pressed={pressed} disabled={disabled} onPress={onPress}>
      {place <= PLACES && (
        <span className="option-place" aria-hidden="true">
          {place}
        </span>
      )}
      <span className="option-name">{name[language]}</span>
      {surcharge > 0 && (
        <span className="option-surcharge">
          {'+'}
          {format.figures(surcharge, settings.currency)}
        </span>
      )}
    </Key>
  );
}

/** The keyboard has one digit for each of so many options. */
const PLACES = 9;

function ruleOf({ min, max, options }: OptionGroup, words: CashierWords): string {
  return words.optionsRule(min, Math.min(max, options.length));
}

type NoteProps = { readonly question: Extract<LineQuestion, { kind: 'note' }> };

function NoteDeck({ question }: NoteProps) {
  const { till, words } = useCashier();
  const head = useFocusedHead();
  const { to, text } = question;
  return (
    <>
      <div className="deck-window">
        <div>
          <h1 className="deck-label line-deck-head" ref={head} tabIndex={-1}>
            {to === 'kitchen' ? words.noteKitchen : words.noteCustomer}
          </h1>
        </div>
        <p className="deck-amount deck-note" role="status">
          <bdi>{text}</bdi>
        </p>
      </div>
      <LetterKeys text={text} onText={till.goods.typeNote} />
      <BillNotice />
      <div className="entry-keys">
        <YellowKey bed={false} enter className="entry-yellow" onPress={till.goods.takeNote}>
          <Check size={34} aria-hidden="true" />
          <span className="entry-yellow-words">{words.noteTake}</span>
        </YellowKey>
        <BackKey />
      </div>
    </>
  );
}

type MemberProps = { readonly question: Extract<LineQuestion, { kind: 'member' }> };

/** The membership number of a bill: typed, scanned, or typed by the customer. */
function MemberDeck({ question }: MemberProps) {
  const { till, words } = useCashier();
  const head = useFocusedHead();
  const known = useBills(({ shown }) => shown.get(question.bill)?.member ?? null);
  const { text, customer } = question;
  const fits = isMemberNumber(text);
  const hints = {
    not_asked: words.memberHint,
    asked: words.memberAsked,
    not_possible: words.memberNotPossible,
    no_answer: words.memberNone,
  };
  return (
    <>
      <div className="deck-window name-window">
        <button
          type="button"
          className="pane-key"
          disabled={customer === 'asked'}
          onMouseDown={keepFocus}
          onClick={() => void till.member.ask()}
        >
          <User size={20} aria-hidden="true" />
          <span className="pane-word">{words.memberAsk}</span>
        </button>
        <div>
          <h1 className="deck-label line-deck-head" ref={head} tabIndex={-1}>
            {words.memberHead}
          </h1>
          <p className="deck-hint" role="status">
            {fits ? hints[customer] : words.memberWrong}
          </p>
        </div>
        <p className="deck-amount deck-name" role="status">
          <bdi>{text}</bdi>
        </p>
      </div>
      <LetterKeys digits text={text} onText={till.member.type} />
      <BillNotice />
      <div className="entry-keys">
        <YellowKey
          bed={false}
          enter
          disabled={!fits || (text === '' && known === null)}
          className="entry-yellow"
          onPress={till.member.take}
        >
          <Check size={34} aria-hidden="true" />
          <span className="entry-yellow-words">
            <span>{text === '' && known !== null ? words.memberOff : words.memberTake}</span>
            <span className="entry-yellow-amount">{text}</span>
          </span>
        </YellowKey>
        <BackKey onPress={till.member.leave} />
      </div>
    </>
  );
}

function BackKey({ onPress }: { readonly onPress?: () => void }) {
  const { till, words } = useCashier();
  return (
    <Key className="key-fn key-tall key-back" onPress={onPress ?? till.goods.leaveQuestion}>
      <Undo2 size={26} aria-hidden="true" />
      {words.backToItems}
    </Key>
  );
}

/** A reader who hears the screen learns what is asked now. */
function useFocusedHead() {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return head;
}
