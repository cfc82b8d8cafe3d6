import { createHash } from 'node:crypto';
import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { methodOf, type SaleInput } from '../../../shared/device/till-api/sale.ts';
import { present } from '../../../shared/objects/present.ts';
import { problemOf } from '../../../shared/refusals/problem-types.ts';
import type { SaleRequest } from '../../../shared/terminal/sale/state.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { refusalAt } from './refusals.ts';

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
  if (!started.ok) return refusalAt(deps, started);
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
