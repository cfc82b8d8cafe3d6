import { present } from '../../../shared/objects/present.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Handlers } from './handlers.ts';

/** The commands on payments by phone, which the terminal answers. */
export const salesCommands = (
  terminal: Pick<Terminal, 'start' | 'act' | 'openCode' | 'closeCode' | 'refresh'>,
): Handlers<'sales'> => ({
  start_sale: ({ request }, caller) =>
    terminal.start({
      ...request,
      ...present({ by: caller.at === 'register' ? caller.person : caller.giver?.name }),
    }),
  act: ({ saleId, action }) => terminal.act(saleId, action),
  open_code: ({ label }) => terminal.openCode(label),
  close_code: ({ codeId }) => terminal.closeCode(codeId),
  refresh() {
    terminal.refresh();
    return answer(null);
  },
});
