import { type CustomerView, customerView } from '../../../shared/device/bridge/customer-view.ts';
import type { Commands, Dispatch } from '../commands/commands.ts';
import type { Questions } from '../questions/questions.ts';
import type { ScreenSource } from './screen-source.ts';

/** The customer's display: what a customer may see, and what the table of commands lets it do. */
export type DisplayBackend = {
  readonly source: ScreenSource<CustomerView>;
  readonly dispatch: Dispatch;
};

/** A display is attached to the questions for as long as it receives views: only then is it asked. */
export function createDisplayBackend(
  source: ScreenSource,
  commands: Commands,
  questions: Pick<Questions, 'attach'> | null,
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
    dispatch: (command) => commands.page({ at: 'display' }, command),
  };
}
