import type { Command } from '../../shared/payment/commands.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { GrantMaker, PreparedGrant } from '../permissions/grants.ts';
import { joinedRecords } from '../permissions/scope-log.ts';
import { both } from '../store/effects.ts';
import { NO_EFFECTS } from '../store/store.ts';
import { applyCommand } from './apply-command.ts';
import type { Change, Changer, ChangerDeps } from './changer.ts';
import {
  type ChangeContext,
  type ChangedPayment,
  joined,
  withDisplay,
  withoutEffects,
} from './messages.ts';
import type { CustomerSide } from './payments.ts';

/** Creates the customer's operations on a request, which the wallet and the simulator use. */
export function createCustomerSide(
  deps: Pick<ChangerDeps, 'store' | 'hub'>,
  changer: Changer,
  grants: GrantMaker,
): CustomerSide {
  const { payments } = deps.store;

  async function act(
    customerId: string,
    lastRead: Payment | null,
    change: Change,
  ): Promise<Answer<Payment>> {
    if (lastRead === null || reserved(lastRead)) return NO_REQUEST;
    return await changer.change(
      lastRead.merchantId,
      lastRead.tid,
      (stored, context) => (isTaken(stored, customerId) ? TAKEN : change(stored, context)),
      { payment: lastRead },
    );
  }

  function command(
    customerId: string,
    lastRead: Payment | null,
    customerCommand: Command,
    granted: PreparedGrant | null = null,
  ): Promise<Answer<Payment>> {
    return act(customerId, lastRead, (payment, context) => {
      const read = open(payment, customerId, context);
      const opened = granted === null ? read : withGrant(read, granted, context);
      const changed = applyCommand(opened.payment, customerCommand, context);
      if (!changed.ok || changed.value === null) return changed;
      const whole = joined(opened, changed.value);
      // Two steps are one write, which makes the version one higher.
      return answer({ ...whole, payment: { ...whole.payment, version: payment.version + 1 } });
    });
  }

  return {
    async read(customerId, tid) {
      const payment = await payments.byTidForCustomer(tid);
      const closed = payment === null || reserved(payment) || isTaken(payment, customerId);
      return closed ? null : changer.current(payment);
    },
    async claim(customerId, tid) {
      return await act(customerId, await payments.byTidForCustomer(tid), (payment, context) => {
        // A closed request that was never claimed has no customer; it is shown but not claimed.
        if (payment.code !== CODE.pending) return answer(null);
        const changed = open(payment, customerId, context);
        return answer(changed.payment === payment ? null : changed);
      });
    },
    async confirm(customerId, tid, choice) {
      if (choice.credit && !(await mayPayByCredit(deps.store, customerId))) return NO_CREDIT;
      const payment = await payments.byTidForCustomer(tid);
      // One approval covers the payment and its permission (D-117).
      const open = payment?.code === CODE.pending && payment.permission !== null;
      const granted = open ? await grantOf(payment, customerId, grants) : null;
      return await command(customerId, payment, { kind: 'confirm', ...choice }, granted);
    },
    async reject(customerId, tid) {
      return await command(customerId, await payments.byTidForCustomer(tid), { kind: 'reject' });
    },
    async list(customerId, limit) {
      const stored = await payments.ofCustomer(customerId, limit);
      const current = await Promise.all(stored.map((payment) => changer.current(payment)));
      return current.sort(openFirst);
    },
    onChange: (listener) => hearChanges(deps, listener),
  };
}

/** Changes in this process and in other processes on the same database. */
function hearChanges(
  { hub, store }: Pick<ChangerDeps, 'store' | 'hub'>,
  listener: (customerId: string, tid: string) => void,
): () => void {
  const forget = hub.onAny(({ customerId, tid }) => {
    if (customerId !== null) listener(customerId, tid);
  });
  const forgetOthers = store.onElsewhere(({ kind, customerId, id }) => {
    if (kind === 'payment' && customerId !== null) listener(customerId, id);
  });
  return () => {
    forget();
    forgetOthers();
  };
}

async function mayPayByCredit(store: ChangerDeps['store'], customerId: string): Promise<boolean> {
  return (await store.customers.record(customerId))?.allowCredit === true;
}

const TAKEN = refuse('Conflict', 'Someone else has taken this request already.');
const NO_REQUEST = refuse('Not Found', 'There is no such request.');
const NO_CREDIT = refuse('Conflict', 'The operator does not let this customer pay by credit.');

/** Open requests first, then the newest. */
function openFirst(a: Payment, b: Payment): number {
  const pending = ({ code }: Payment) => (code === CODE.pending ? 0 : 1);
  return pending(a) - pending(b) || b.created - a.created;
}

function isTaken(payment: Payment, customerId: string): boolean {
  return payment.customerId !== null && payment.customerId !== customerId;
}

/**
 * True if the request waits for a scan of its shortlink: then its tid alone does not claim it
 * (D-106).
 */
function reserved(payment: Payment): boolean {
  return payment.customerId === null && payment.request.customer !== null;
}

/** The permission that is granted with the payment. */
async function grantOf(
  { permission, merchantId, request }: Payment,
  customerId: string,
  grants: GrantMaker,
): Promise<PreparedGrant | null> {
  if (permission === null) return null;
  const { rid } = permission;
  return grants.prepare({ rid, merchantId, customerId, scope: request.required_scope ?? '' });
}

/** Adds the grant, with the merchant's fee and its line in the log. */
function withGrant(
  changed: ChangedPayment,
  granted: PreparedGrant,
  context: Pick<ChangeContext, 'scopeTerms'>,
): ChangedPayment {
  const { permission } = changed.payment;
  const { scopeTerms } = context;
  if (permission === null || scopeTerms === null) return changed;
  const { grant, tokens } = granted;
  const { fee: transactionFee, currency } = scopeTerms;
  const joint = { ...permission, grant, transactionFee, currency };
  const payment: Payment = { ...changed.payment, permission: joint };
  const records = joinedRecords(changed.payment, payment, scopeTerms);
  return { payment, effects: both(changed.effects, { ...NO_EFFECTS, tokens, records }) };
}

/**
 * Binds an open request to its first customer, and records the first time that it was opened (D-81,
 * D-147).
 */
function open(payment: Payment, customerId: string, context: ChangeContext): ChangedPayment {
  if (payment.customerId === customerId && payment.opened) return withoutEffects(payment);
  const version = payment.version + 1;
  return withDisplay(
    withoutEffects({ ...payment, customerId, opened: true, version }),
    'opened',
    context,
  );
}
