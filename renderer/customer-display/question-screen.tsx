import type {
  CustomerQuestion as Asked,
  CustomerBridge,
  CustomerView,
} from '../../shared/device/bridge/customer-view.ts';
import { displayWords } from '../i18n/customer.ts';
import { CustomerQuestion } from '../ui/question/customer-question.tsx';
import { SaleSoFar } from './sale-slip.tsx';

type QuestionScreenProps = {
  readonly view: CustomerView;
  readonly asked: Asked;
  readonly bridge: Pick<CustomerBridge, 'answer'>;
};

/** The open question beside what the customer buys. It is the only screen of the display with keys. */
export function QuestionScreen({ view, asked, bridge }: QuestionScreenProps) {
  const { question, currency } = asked;
  const onAnswer: Parameters<typeof CustomerQuestion>[0]['onAnswer'] = (id, answer) =>
    bridge.answer(id, answer).then(
      ({ ok }) => ok,
      // Without its host the display cannot answer; the deadline does.
      () => false,
    );
  return (
    <main className="display display-asking">
      <SaleSoFar view={view} words={displayWords(view.language, view.additional ?? 'any')} />
      <div className="display-question deck">
        <CustomerQuestion
          question={question}
          currency={currency}
          language={view.language}
          onAnswer={onAnswer}
        />
      </div>
    </main>
  );
}
