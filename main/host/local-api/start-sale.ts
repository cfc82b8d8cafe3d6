import { createHash } from 'node:crypto';
import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { methodOf, type SaleInput } from '../../../shared/device/till-api/sale.ts';
import { blockingSales } from '../../../shared/device/till-api/wire.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Refusal } from '../../../shared/protocol/errors.ts';
import { problemOf } from '../../../shared/refusals/problem-types.ts';
import type { SaleRequest } from '../../../shared/terminal/sale/state.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';

/**
 * `POST /sales/`: the reference is journalled with the sale, so that the same call after a lost
 * reply, a crash or a power cut finds the sale and starts no second one.
 */
export const startSale: TillHandler<'saleStart'> = async ({ deps, body }) => {
  const { terminal, changes, currency } = deps;
  if (body.currency !== null && body.currency !== currency) {
    const details = { currency: [`must be ${currency}, the currency of this till`] };
    return tillRefuse('validation_error', undefined, details);
  }
  const isNew = terminal.saleByReference(body.reference) === null;
  // The engine would start the sale and keep trying, while cashier and customer wait.
  if (isNew && terminal.view().connection.kind === 'offline') return tillRefuse('offline');
  const refused = isNew && body.lines !== null ? deps.bills.refusedLines(body.lines) : null;
  if (refused !== null) {
    const details = { reason: problemOf(refused.refusal) };
    return tillRefuse('not_possible', refused.refusal.description, details);
  }
  const started = await terminal.start(requestOf(body, deps));
  if (!started.ok) return startRefusal(started.refusal, body, deps);
  const sale = changes.sale(started.value.id);
  if (sale === null) return tillRefuse('internal_error');
  return { ok: true, value: { status: started.value.before ? 200 : 201, body: sale } };
};

function requestOf(
  input: SaleInput,
  { registerName }: Pick<HandlerDeps, 'registerName'>,
): SaleRequest {
  const { reference, amount, text, lines, mode, additional, label, place, by } = input;
  const register = { reference, fingerprint: fingerprintOf(input) };
  const bill = lines?.map((one) => ({ ...one, metadata: null, tags: null }));
  return {
    amount,
    text,
    method: methodOf(input),
    mode,
    label,
    place,
    register,
    by: by ?? registerName,
    ...present({ lines: bill, additional }),
  };
}

/** Why the terminal did not start a sale, in the errors of this API. */
export function startRefusal(
  refusal: Refusal,
  input: Pick<SaleInput, 'place'> & { readonly mode: { readonly kind: string } },
  deps: Pick<HandlerDeps, 'terminal' | 'changes'>,
): ReturnType<typeof tillRefuse> {
  const { type, description, details } = refusal;
  const view = deps.terminal.view();
  const byDevice = fiscalRefusal(refusal);
  if (byDevice !== null) return byDevice;
  switch (type) {
    case 'validation_error':
      return tillRefuse('validation_error', undefined, details);
    case 'Conflict': {
      if (details?.reference !== undefined) {
        return tillRefuse('reference_taken', description, { sale: details.sale });
      }
      if (problemOf(refusal) === 'shop_other_currency') {
        return tillRefuse('other_currency', description);
      }
      const inTheWay = input.place === 'aside' ? [] : blockingSales(view);
      // No sale is on the screen, so the cause is another one: the code, the machine or too many
      // sales.
      if (inTheWay.length === 0) return tillRefuse('not_possible', description);
      const sales = inTheWay.map((sale) => deps.changes.sale(sale.id));
      return tillRefuse('busy', description, { sales });
    }
    case 'Service Unavailable':
      if (view.notReady === 'journal_full' || problemOf(refusal) === 'books_not_saved')
        return tillRefuse('journal_full', description);
      return tillRefuse(input.mode.kind === 'vend' ? 'machine_away' : 'stopping', description);
    default:
      return tillRefuse('internal_error');
  }
}

/** A payment that the fiscal device does not permit; null for another refusal. */
export function fiscalRefusal(refusal: Refusal): ReturnType<typeof tillRefuse> | null {
  const reason = problemOf(refusal);
  if (!reason.startsWith('fiscal_')) return null;
  return tillRefuse('fiscal_device', refusal.description, { reason });
}

/**
 * Differs when two requests differ. Absent members do not count, so that a member of a later
 * version changes no journalled fingerprint.
 */
export function fingerprintOf(input: SaleInput): string {
  const { reference: _name, ...members } = input;
  return createHash('sha256')
    .update(canonical({ ...members, method: methodOf(input) }))
    .digest('base64url');
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join()}}`;
}
