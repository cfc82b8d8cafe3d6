import type { DeviceClock } from '../../../shared/time/clock.ts';
import { type People, peopleOf, type Sale } from './plan.ts';
import type { Asked } from './proxy.ts';
import type { ServedEvent, TortureEvent } from './record.ts';

export type PeopleDeps = {
  readonly clock: DeviceClock;
  readonly fetch: typeof fetch;
  readonly seed: number;
  /** Simulator API of the service; null if nobody acts as the customer. */
  readonly simulatorUrl: string | null;
  /** Phone number of the simulated customer. */
  readonly customer: string;
  readonly add: (event: TortureEvent) => void;
  /** Tells the till that the cashier cancels. */
  readonly cancel: (sale: Sale) => void;
};

/** A payment request that a customer has got. */
type Open = { readonly sale: Sale; readonly tid: string; readonly people: People };

/** The customer and the cashier of the sales of one till, who act through the service's simulator. */
export class Crowd {
  readonly #deps: PeopleDeps;
  readonly #timers = new Set<() => void>();
  readonly #acting = new Set<Promise<void>>();
  readonly #open = new Map<string, Open>();
  readonly #known = new Set<string>();
  readonly #begun = new Set<string>();

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** To be called for each event of the run. */
  see(event: TortureEvent): void {
    if (event.kind === 'report' && event.result === 'not_paid') void this.#approveAll(event.sale);
  }

  /** To be called before a request is passed on; the customer may act in this moment. */
  async before({ sale, operation, tid }: Asked): Promise<void> {
    const { seed, cancel } = this.#deps;
    const people = peopleOf(seed, sale.number);
    const one = tid === null ? undefined : this.#open.get(tid);
    if (operation === 'create' && !this.#begun.has(sale.id)) {
      this.#begun.add(sale.id);
      if (people.cancelAfter !== null) this.#later(people.cancelAfter, () => cancel(sale));
    }
    const ends = operation === 'abort' || operation === 'release';
    if (ends && one !== undefined && people.customer === 'at abort') {
      await this.#act(one, 'approves');
    }
  }

  /** To be called after the service has answered a request. */
  after({ operation, tid }: ServedEvent, { sale }: Asked): void {
    if (operation !== 'create' || tid === null || this.#known.has(tid)) return;
    this.#known.add(tid);
    const people = peopleOf(this.#deps.seed, sale.number);
    const one = { sale, tid, people };
    this.#open.set(tid, one);
    const { customer, thinks } = people;
    if (customer === 'approves' || customer === 'slow') {
      this.#later(thinks, () => void this.#act(one, 'approves'));
    }
    if (customer === 'rejects') this.#later(thinks, () => void this.#act(one, 'rejects'));
  }

  /** The customers answer what they can still answer. Resolves when nobody acts any more. */
  async finish(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await this.#approveAll(null);
    while (this.#acting.size > 0) await Promise.all(this.#acting);
  }

  #later(delay: number, run: () => void): void {
    const cancel = this.#deps.clock.after(delay, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  /** Those who wait approve now, which a till that has given up must not let happen. */
  async #approveAll(sale: string | null): Promise<void> {
    const waiting = [...this.#open.values()].filter(
      (one) => (sale === null || one.sale.id === sale) && one.people.customer !== 'never',
    );
    await Promise.all(
      waiting.map((one) =>
        this.#act(one, one.people.customer === 'rejects' ? 'rejects' : 'approves'),
      ),
    );
  }

  #act(one: Open, what: 'approves' | 'rejects'): Promise<void> {
    const acted = this.#answer(one, what).catch(() => {});
    this.#acting.add(acted);
    return acted.finally(() => this.#acting.delete(acted));
  }

  async #answer({ sale, tid, people }: Open, act: 'approves' | 'rejects'): Promise<void> {
    const { simulatorUrl, add, customer } = this.#deps;
    if (!this.#open.delete(tid) || simulatorUrl === null) return;
    const path = `${simulatorUrl}/payment_request/${tid}`;
    // A request that already names its customer cannot be claimed, and can be answered.
    await this.#post(`${path}/claim/`, { customer });
    const done = await this.#post(`${path}/${act === 'approves' ? 'confirm' : 'reject'}/`, {});
    add({ kind: 'customer', sale: sale.id, tid, act, customer: people.customer, done });
  }

  async #post(url: string, body: unknown): Promise<boolean> {
    const reply = await this.#deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply.ok;
  }
}
