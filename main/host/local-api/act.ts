import { type TillAnswer, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import type { SaleOutput } from '../../../shared/device/till-api/sale.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import type { SaleAction } from '../../../shared/terminal/sale/state.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { refusalOf } from './refusals.ts';

export const NO_SALE = 'This till has no sale by this id; look for it by its reference.';

type Acted = TillAnswer<{ readonly status: 200; readonly body: SaleOutput }>;

export function done<S extends number, B>(status: S, body: B) {
  return { ok: true, value: { status, body } } as const;
}

/** Performs the register's action and answers the sale as it is then; its outcome follows later. */
export function act(
  deps: Pick<HandlerDeps, 'terminal' | 'changes'>,
  id: string,
  action: SaleAction,
): Promise<Acted> {
  return command(deps, id, () => deps.terminal.act(id, action));
}

/** `POST .../capture/`: all that is reserved, or the part that the body names. */
export const captureSale: TillHandler<'saleCapture'> = ({ deps, params: { id }, body }) => {
  const { amount, additional_amount: additional, capture_id: captureId, rest } = body;
  if (amount === null) return act(deps, id, 'capture');
  const part = {
    amount,
    ...present({ additional, captureId, rest }),
  };
  return command(deps, id, () => deps.terminal.capture(id, part));
};

async function command(
  { terminal, changes }: Pick<HandlerDeps, 'terminal' | 'changes'>,
  id: string,
  run: () => Promise<Answer<unknown>>,
): Promise<Acted> {
  // An unclaimed result has an id too, but it is no sale.
  if (terminal.sale(id) === null) return tillRefuse('not_found', NO_SALE);
  const ran = await run();
  const sale = changes.sale(id);
  if (sale === null) return tillRefuse('not_found', NO_SALE);
  if (ran.ok) return done(200, sale);
  const { type, description, details } = refusalOf(ran).refusal;
  return tillRefuse(
    type,
    description,
    type === 'validation_error' ? details : { ...details, sale },
  );
}
