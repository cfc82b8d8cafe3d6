import type { QuestionView } from '../../shared/device/questions/view.ts';
import { Ban } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { CustomerQuestion } from '../ui/question/customer-question.tsx';
import { AidsRow } from './aids-row.tsx';
import { useKiosk } from './context.tsx';

/** The question before the payment, as on a customer's display. Without an answer the purchase goes on. */
export function QuestionScreen({ question }: { readonly question: QuestionView }) {
  const { view, words, press, answer } = useKiosk();
  return (
    <main className="kiosk kiosk-asking deck">
      <div className="kiosk-main">
        <CustomerQuestion
          question={question}
          currency={view.currency}
          language={view.aids.language}
          onAnswer={answer}
        />
      </div>
      <div className="kiosk-act">
        <Ghost className="kiosk-ghost" onPress={() => press({ type: 'cancel' })}>
          <Ban aria-hidden="true" className="ghost-icon" />
          {words.cancel}
        </Ghost>
      </div>
      <AidsRow key={view.aids.language} />
    </main>
  );
}
