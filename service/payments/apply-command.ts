import { recordsOfMove } from '../../shared/ledger/records.ts';
import { TAX_CODE_DEFAULT } from '../../shared/ledger/sales.ts';
import type { Command } from '../../shared/payment/commands.ts';
import { decide } from '../../shared/payment/decide.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { parsePerson } from '../../shared/protocol/customer.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import type { DisplayKey } from '../../shared/protocol/events.ts';
import { joinedRecords } from '../permissions/scope-log.ts';
import type { ScanUse } from '../store/store.ts';
import { type ChangeContext, type ChangedPayment, eventOf, withDisplay } from './messages.ts';

/** Decides a command and adds its event and its display messages; null when nothing changes. */
export function applyCommand(
  payment: Payment,
  command: Command,
  context: ChangeContext,
): Answer<ChangedPayment | null> {
  const decision = decide(payment, command, context.now, context.terms);
  if (!decision.ok) return decision;
  if (!decision.value.changed) return answer(null);
  const { next, move } = decision.value;
  const records = [
    ...recordsOfMove(payment, next, move.log, context.now, TAX_CODE_DEFAULT),
    ...joinedRecords(payment, next, context.scopeTerms),
  ];
  const scans = command.kind === 'confirm' ? spentScans(next) : [];
  let changed: ChangedPayment = {
    payment: next,
    effects: { ...eventOf(next, move, context), records, scans },
  };
  for (const key of displayKeys(payment, command)) changed = withDisplay(changed, key, context);
  return answer(changed);
}

/** The approval uses the payment's scan up (D-106), however the request got the scan. */
function spentScans({ scanToken, request }: Payment): ScanUse[] {
  const person = request.customer === null ? null : parsePerson(request.customer);
  const token = scanToken ?? (person?.kind === 'scan_token' ? person.token : null);
  return token === null ? [] : [{ kind: 'spend', token }];
}

function displayKeys(before: Payment, command: Command): DisplayKey[] {
  switch (command.kind) {
    case 'confirm': {
      const additionalAmount = command.additionalAmount;
      const edited = additionalAmount !== null && additionalAmount !== before.additionalAmount;
      return edited ? ['tip_added', 'authorised'] : ['authorised'];
    }
    case 'reject':
      return ['rejected'];
    case 'expire':
      return ['expired'];
    default:
      return [];
  }
}
