import { type CustomerView, customerView } from '../../../shared/device/bridge/customer-view.ts';
import { displayCommand } from '../../../shared/device/questions/answer-schema.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Questions } from '../questions/questions.ts';
import type { Dispatch } from './dispatch.ts';
import type { ScreenSource } from './screen-source.ts';

/** The customer's display: what a customer may see, and the one thing that it may do. */
export type DisplayBackend = {
  readonly source: ScreenSource<CustomerView>;
  /** Takes the answer to the open question, and refuses everything else. */
  readonly dispatch: Dispatch;
};

const ONLY_ANSWERS = refuseTill('role', 'A customer display only answers a question of the till.');

/** A display is attached to the questions for as long as it receives views: only then is it asked. */
export function createDisplayBackend(
  source: ScreenSource,
  questions: Pick<Questions, 'answer' | 'attach'> | null,
): DisplayBackend {
  return {
    source: {
      snapshot: () => customerView(source.snapshot()),
      subscribe(listener) {
        const detach = questions?.attach();
        const unsubscribe = source.subscribe((snapshot) => listener(customerView(snapshot)));
        return () => {
          unsubscribe();
          detach?.();
        };
      },
    },
    async dispatch(input) {
      try {
        const checked = validate(displayCommand, input);
        if (!checked.ok || questions === null) return ONLY_ANSWERS;
        const { question, answer } = checked.value;
        return questions.answer(question, answer);
      } catch {
        return refuseTill('failed');
      }
    },
  };
}
