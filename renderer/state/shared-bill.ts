import type { BillPage } from '../../shared/device/commands/books.ts';
import type { TenderId } from '../../shared/ids/host-ids.ts';
import type { Call } from './till-commands.ts';

/**
 * The bill of a receipt if it was paid in shares; null for any other receipt, and if the till cannot read the bill now. Then
 * an amount of the receipt can be refunded.
 */
export async function readSharedBill(
  till: { readonly call: Call },
  bill: string | null,
): Promise<BillPage | null> {
  const answer = bill === null ? null : await till.call({ type: 'find_bill', bill });
  return answer?.ok === true ? answer.value.sharedBill : null;
}

/** The same by the payment of a sale. */
export async function readBillOfTender(
  till: { readonly call: Call },
  tender: TenderId | undefined,
): Promise<BillPage | null> {
  const answer = tender === undefined ? null : await till.call({ type: 'find_tender', tender });
  if (answer?.ok !== true) return null;
  return readSharedBill(till, answer.value.receipt.receipt.bill?.id ?? null);
}
