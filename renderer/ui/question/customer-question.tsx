import { useState } from 'react';
import type {
  CustomerAnswer,
  OptionLabel,
  QuestionOption,
} from '../../../shared/device/questions/question.ts';
import type { QuestionView } from '../../../shared/device/questions/view.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { Language } from '../../i18n/language.ts';
import { headOf, QUESTION_WORDS } from '../../i18n/question.ts';
import { Amount } from '../amount.tsx';
import { Countdown } from '../countdown.tsx';
import { useFormat } from '../format.tsx';
import { Key } from '../key.tsx';
import { NumberAnswer } from './number-answer.tsx';
import { purchaseOf } from './purchase.ts';
import { QuestionProvider, useQuestion } from './question-context.tsx';
import { TextAnswer } from './text-answer.tsx';

type CustomerQuestionProps = {
  readonly question: QuestionView;
  readonly currency: string;
  readonly language: Language;
  /** Sends the answer; false if the host refused it or was not reached. */
  readonly onAnswer: (question: string, answer: CustomerAnswer) => Promise<boolean>;
};

/** Words with more letters are drawn smaller, so that they leave room for the keys. */
const LONG_HEAD = 60;
const LONG_OPTION = 24;

/**
 * The open question with the keys that answer it, for every screen that a customer looks at. Each question is
 * drawn anew: nothing that was typed for one is in the next.
 */
export function CustomerQuestion(props: CustomerQuestionProps) {
  return <OneQuestion key={props.question.id} {...props} />;
}

function OneQuestion({ question, currency, language, onAnswer }: CustomerQuestionProps) {
  const words = QUESTION_WORDS[language];
  const [sending, setSending] = useState<'no' | 'yes' | 'failed'>('no');
  const give = (answer: CustomerAnswer) => {
    if (sending === 'yes') return;
    setSending('yes');
    void onAnswer(question.id, answer).then((taken) => {
      if (!taken) setSending('failed');
    });
  };
  const { words: asked } = question;
  const head = headOf(asked, language);
  const purchase = purchaseOf(asked);
  return (
    <QuestionProvider value={{ words, currency, language, give, busy: sending === 'yes' }}>
      <section className={`question question-${question.form.kind}`} aria-label={head}>
        <h1
          className={head.length > LONG_HEAD ? 'question-head question-head-long' : 'question-head'}
          aria-live="assertive"
        >
          <bdi>{head}</bdi>
        </h1>
        {purchase !== null && <Purchase amount={purchase} />}
        <AnswerKeys form={question.form} />
        <p className="question-problem" role="alert">
          {sending === 'failed' ? words.notTaken : ''}
        </p>
        <Countdown label={words.continues} until={question.until} />
      </section>
    </QuestionProvider>
  );
}

function Purchase({ amount }: { readonly amount: MoneyInteger }) {
  const { words, currency } = useQuestion();
  return <p className="question-price">{words.purchase(useFormat().amount(amount, currency))}</p>;
}

function AnswerKeys({ form }: Pick<QuestionView, 'form'>) {
  switch (form.kind) {
    case 'choice':
      return <Options options={form.options} />;
    case 'confirmation':
      return <Confirmation />;
    case 'number':
      return <NumberAnswer {...form} />;
    case 'text':
      return <TextAnswer kind="text" longest={form.longest} />;
    case 'email':
      return <TextAnswer kind="email" longest={null} />;
  }
}

function look(label: OptionLabel, language: Language): string {
  if (label.kind === 'none') return 'question-none';
  const long = label.kind === 'texts' && label.texts[language].length > LONG_OPTION;
  return long ? 'question-key-long' : '';
}

function Options({ options }: { readonly options: readonly QuestionOption[] }) {
  const { words, give, busy, language } = useQuestion();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="question-options" role="group">
      {options.map(({ id, label }) => (
        <Key
          key={id}
          className={`question-key ${look(label, language)}`}
          disabled={busy}
          onPress={() => give({ kind: 'choice', option: id })}
        >
          <OptionText label={label} none={words.tipNone} />
        </Key>
      ))}
    </div>
  );
}

function OptionText({ label, none }: { readonly label: OptionLabel; readonly none: string }) {
  const { currency, language } = useQuestion();
  const format = useFormat();
  const amount = (of: MoneyInteger) => <Amount amount={of} currency={currency} />;
  switch (label.kind) {
    case 'none':
      return <span>{none}</span>;
    case 'texts':
      return <bdi>{label.texts[language]}</bdi>;
    case 'amount':
      return amount(label.amount);
    case 'percent':
      return (
        <>
          <span className="question-percent">{format.percent(label.basisPoints)}</span>
          {amount(label.amount)}
        </>
      );
  }
}

function Confirmation() {
  const { words, give, busy } = useQuestion();
  const answer = (yes: boolean) => () => give({ kind: 'confirmation', yes });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="question-options" role="group">
      <Key className="question-key key-yellow" disabled={busy} onPress={answer(true)}>
        {words.yes}
      </Key>
      <Key className="question-key question-none" disabled={busy} onPress={answer(false)}>
        {words.no}
      </Key>
    </div>
  );
}
