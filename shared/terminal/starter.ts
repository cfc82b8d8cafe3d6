import type { Ids } from '../ids/ids.ts';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import type { Clock } from '../time/clock.ts';
import type { Fleet } from './fleet.ts';
import type { OpenedRecord } from './records.ts';
import { bodyOf } from './request-body.ts';
import { isOver, openSale } from './sale.ts';
import type { Scribe } from './scribe.ts';
import type { TerminalSettings } from './settings.ts';
import type { SaleRequest } from './state.ts';

export type StarterDeps = {
  readonly fleet: Fleet;
  readonly scribe: Scribe;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: TerminalSettings;
  /** Number of the next sale. */
  readonly firstNumber: number;
};

type Started = Answer<{ readonly id: string }>;

/**
 * Starts sales, one at a time: the id is minted and durable before anything is sent, and one live
 * sale must end or be set aside before the next (a double press starts one sale).
 */
export function createStarter(deps: StarterDeps): (request: SaleRequest) => Promise<Started> {
  const { fleet, scribe, clock, ids, settings } = deps;
  let number = deps.firstNumber;
  let starting = false;

  function obstacle(): ReturnType<typeof refuse> | null {
    const open = fleet.sales().filter((sale) => !isOver(sale.facts));
    if (starting || open.some((sale) => !sale.facts.aside)) {
      return refuse('Conflict', 'A sale is under way; finish, cancel or set it aside first.');
    }
    if (open.length < settings.openMax) return null;
    return refuse('Conflict', 'Too many sales are undecided; deal with some of them first.');
  }

  async function begin(request: SaleRequest): Promise<Started> {
    const id = `${number}-${ids.short()}${ids.short()}`;
    const body = bodyOf(request, id, settings);
    if (!body.ok) return body;
    const record: OpenedRecord = {
      v: 1,
      at: clock.now(),
      sale: id,
      kind: 'opened',
      number,
      way: request.way,
      body: body.value,
    };
    const written = await scribe.must(record);
    if (!written.ok) {
      const { description } = written.failure;
      return refuse(
        'Service Unavailable',
        `The sale cannot be saved on this till, so it was not started. ${description}`,
      );
    }
    number += 1;
    fleet.add(openSale(record));
    fleet.dispatch(id, { kind: 'begin' });
    return answer({ id });
  }

  return async (request) => {
    const refused = obstacle();
    if (refused !== null) return refused;
    starting = true;
    try {
      return await begin(request);
    } finally {
      starting = false;
    }
  };
}
