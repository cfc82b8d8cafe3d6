import type { EntryId } from '../../../shared/ids/host-ids.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Fiscal } from './fiscal.ts';

/**
 * Asked before the first record of each payment, by the id of the receipt that it will have. A till whose books cannot
 * begin takes no money (D-484); then the fiscal device decides, if the shop has one. The function of the answer is called
 * when the record is written, or when there will be none.
 */
export function permitOf(
  books: Pick<TillBooks, 'begin'>,
  fiscal: () => Pick<Fiscal, 'permit'> | null,
): (receipt: EntryId) => Promise<Answer<() => void>> {
  return async (receipt) => {
    const failure = await books.begin();
    if (failure !== null) return refuseTill('books_not_saved', failure.description);
    return fiscal()?.permit(receipt) ?? PERMITTED;
  };
}

const PERMITTED = answer(() => undefined);
