import type { BillPage } from '../../shared/device/bridge/books.ts';
import type { BridgeAnswer, BridgeCommand } from '../../shared/device/bridge/contract.ts';
import type { TenderId } from '../../shared/ids/host-ids.ts';

/** Gives a command to the host; null: no answer. */
type Call = { readonly call: (command: BridgeCommand) => Promise<BridgeAnswer | null> };

/**
 * The bill of a receipt if it was paid in shares; null for any other receipt, and if the till cannot read the bill now. Then
 * an amount of the receipt can be refunded.
 */
export async function readSharedBill(till: Call, bill: string | null): Promise<BillPage | null> {
  const answer = bill === null ? null : await till.call({ type: 'find_bill', bill });
  const value = answer?.ok === true ? answer.value : null;
  return value !== null && 'sharedBill' in value ? value.sharedBill : null;
}

/** The same by the payment of a sale. */
export async function readBillOfTender(
  till: Call,
  tender: TenderId | undefined,
): Promise<BillPage | null> {
  const answer = tender === undefined ? null : await till.call({ type: 'find_tender', tender });
  const value = answer?.ok === true ? answer.value : null;
  if (value === null || !('receipt' in value)) return null;
  return readSharedBill(till, value.receipt.receipt.bill?.id ?? null);
}
