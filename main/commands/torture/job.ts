import { mkdirSync } from 'node:fs';
import {
  createMerchantClient,
  type MerchantClient,
  unwrap,
  withRetries,
} from '../../../shared/client/index.ts';
import { Closing } from '../../../shared/node/closing.ts';
import {
  secureRandom,
  systemClock,
  systemFetch,
  thisMachine,
} from '../../host/adapters/machine.ts';
import type { TortureService } from './options.ts';
import { Crowd } from './people.ts';
import { type Sale, saleOf } from './plan.ts';
import { startProxy, type TortureProxy } from './proxy.ts';
import type { Evidence, FinalPayment, TortureEvent } from './record.ts';
import { createTill, type Report, type Till } from './till.ts';

/** The sales that one till makes, one after the other. */
export type JobOptions = {
  readonly service: TortureService;
  readonly command: string;
  readonly seed: number;
  readonly numbers: readonly number[];
  /** The point of sale of this till; no other till has it. */
  readonly posId: string;
  /** The folder of the till, which it keeps when it is killed. */
  readonly folder: string;
  /** Longest time of one sale, and of the till's end; milliseconds. */
  readonly limit: number;
  readonly onSale: () => void;
  /** Ends the till and the job, which then throws {@link TillFailed}. */
  readonly interrupted: AbortSignal;
};

/** A till that cannot be tested; the message is a sentence. */
export class TillFailed extends Error {}

const interruption = () => new TillFailed('The run was interrupted. All tills were ended.');

/** Starts of one sale after which the till counts as unable to make it. */
const STARTS_MAX = 25;
/** The same for a till that has sent no request at all. */
const SILENT_STARTS_MAX = 3;

/** Makes the sales of one till through a proxy, and returns what an auditor needs. */
export async function runJob(options: JobOptions): Promise<Evidence> {
  const job = new Job(options);
  try {
    return await job.run();
  } finally {
    await job.stop();
  }
}

class Job {
  readonly #options: JobOptions;
  readonly #client: MerchantClient;
  readonly #events: TortureEvent[] = [];
  readonly #sales: readonly Sale[];
  readonly #byAmount: ReadonlyMap<unknown, Sale>;
  readonly #closing = new Closing();
  readonly #cancelled = new Set<string>();
  readonly #people: Crowd;
  #till: Till | null = null;
  #current: Sale | null = null;
  #killing: Promise<void> | null = null;
  #starts = 0;
  #silentStarts = 0;
  /** True from the end of the last till; no till is killed or started any more. */
  #over = false;
  /** Ends the wait for the current sale. */
  #end: (failure?: Error) => void = () => {};

  constructor(options: JobOptions) {
    this.#options = options;
    const { service, seed } = options;
    this.#sales = options.numbers.map((number) => saleOf(seed, number));
    this.#byAmount = new Map(this.#sales.map((sale) => [sale.amount, sale]));
    this.#client = createMerchantClient({
      baseUrl: service.baseUrl,
      merchantId: service.merchant,
      userId: service.user,
      credentials: { kind: 'secret', secret: service.secret },
      fetch: systemFetch,
      clock: systemClock,
    });
    this.#people = new Crowd({
      clock: systemClock,
      fetch: systemFetch,
      seed,
      simulatorUrl: service.simulatorUrl,
      customer: service.customer,
      add: (event) => this.#add(event),
      cancel: (sale) => this.#cancel(sale),
    });
  }

  async run(): Promise<Evidence> {
    const { posId, seed, service } = this.#options;
    unwrap(await this.#client.posCreate({ id: posId, name: 'Torture', type: 'store' }));
    const proxy = await startProxy({
      clock: systemClock,
      baseUrl: service.baseUrl,
      seed,
      add: (event) => this.#add(event),
      saleOf: (amount) => this.#byAmount.get(amount) ?? this.#current,
      before: (asked) => this.#people.before(asked),
      after: (event, asked) => this.#people.after(event, asked),
      kill: (sale) => this.#kill(sale),
    });
    this.#closing.add(() => proxy.stop());
    const till = this.#createTill(proxy.baseUrl);
    this.#closing.add(() => till.kill());
    const { interrupted } = this.#options;
    const interrupt = () => {
      this.#end(interruption());
      void till.kill();
    };
    interrupted.addEventListener('abort', interrupt);
    this.#closing.add(() => interrupted.removeEventListener('abort', interrupt));
    this.#start(till);
    for (const sale of this.#sales) {
      if (interrupted.aborted) throw interruption();
      await this.#make(sale, till, proxy);
    }
    await this.#finish(till);
    if (interrupted.aborted) throw interruption();
    await proxy.flush();
    await this.#people.finish();
    return { sales: this.#sales, events: this.#events, finals: await this.#finals() };
  }

  async stop(): Promise<void> {
    this.#over = true;
    await this.#people.finish();
    await this.#closing.close();
  }

  #add(event: TortureEvent): void {
    this.#events.push(event);
    this.#people.see(event);
  }

  #createTill(baseUrl: string): Till {
    const { service, posId, folder, command } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const till = createTill({
      clock: systemClock,
      command,
      env: Object.assign({}, thisMachine.env, {
        TILL_SERVICE_URL: baseUrl,
        TILL_MERCHANT: service.merchant,
        TILL_USER: service.user,
        TILL_SECRET: service.secret,
        TILL_POS: posId,
        TILL_FOLDER: folder,
        TILL_CURRENCY: service.currency,
      }),
      onReport: (report) => this.#report(report),
      onEnd: () => this.#ended(till),
    });
    this.#till = till;
    return till;
  }

  /** Tells the till to make a sale, and waits for its report. */
  async #make(sale: Sale, till: Till, proxy: TortureProxy): Promise<void> {
    this.#current = sale;
    this.#starts = 0;
    this.#add({ kind: 'sell', sale: sale.id });
    const over = new Promise<void>((resolve, reject) => {
      const cancel = systemClock.after(this.#options.limit, () => this.#end());
      this.#end = (failure) => {
        cancel();
        if (failure === undefined) resolve();
        else reject(failure);
      };
    });
    // A till that could not make the sale before gets a new start.
    if (till.runs() || this.#killing !== null) this.#tell(till);
    else this.#start(till);
    await over;
    await proxy.flush();
    this.#current = null;
    this.#options.onSale();
  }

  #tell(till: Till): void {
    const sale = this.#current;
    if (sale === null) return;
    const { currency } = this.#options.service;
    till.tell({ sale: sale.id, amount: sale.amount, currency });
    if (this.#cancelled.has(sale.id)) till.tell({ cancel: sale.id });
  }

  #report({ sale, result, amount }: Report): void {
    if (!this.#sales.some(({ id }) => id === sale)) return;
    this.#add({ kind: 'report', sale, result, amount });
    if (this.#current?.id === sale && result !== 'unknown') this.#end();
  }

  #cancel(sale: Sale): void {
    if (this.#current !== sale || this.#cancelled.has(sale.id)) return;
    this.#cancelled.add(sale.id);
    this.#add({ kind: 'cancel', sale: sale.id });
    this.#till?.tell({ cancel: sale.id });
  }

  /** Lets the till end in order. If it is killed meanwhile, it starts again and then ends in order. */
  async #finish(till: Till): Promise<void> {
    do {
      await till.finish(this.#options.limit);
      // A kill ends with a new start.
      await this.#killing;
    } while (till.runs());
    this.#over = true;
  }

  async #kill(sale: Sale): Promise<void> {
    const till = this.#till;
    // The request of a till that has ended meanwhile.
    if (this.#over) return;
    // Two exchanges at the same time can both kill; the second one waits for the same end.
    this.#killing ??= (async () => {
      await till?.kill();
      this.#killing = null;
      this.#add({ kind: 'kill', sale: sale.id });
      if (till !== null) this.#start(till);
    })();
    await this.#killing;
  }

  /** Starts the till, and tells it the sale that it has not reported. */
  #start(till: Till): void {
    if (this.#over || this.#options.interrupted.aborted) return;
    const sale = this.#current;
    if (sale !== null) this.#add({ kind: 'start', sale: sale.id });
    till.start();
    this.#tell(till);
  }

  /** A till that ends by itself is started again, as a shop would do. */
  #ended(till: Till): void {
    const asked = this.#events.some(({ kind }) => kind === 'asked');
    this.#silentStarts += 1;
    if (!asked && this.#silentStarts >= SILENT_STARTS_MAX) {
      const why = till.problem() || 'it has printed no reason';
      this.#end(new TillFailed(`The till ends before it sends a request: ${why}`));
      return;
    }
    this.#starts += 1;
    if (this.#starts < STARTS_MAX) this.#start(till);
    else this.#end();
  }

  /** Reads every payment request of the sales from the service. */
  async #finals(): Promise<readonly FinalPayment[]> {
    const made = this.#events.flatMap((event) =>
      event.kind === 'served' && event.operation === 'create' && event.tid ? [event.tid] : [],
    );
    const finals: FinalPayment[] = [];
    for (const tid of new Set(made)) {
      const read = () => this.#client.paymentOutcome(tid);
      const outcome = unwrap(await withRetries(read, { clock: systemClock, random: secureRandom }));
      const { status_code: statusCode, captures, refunds, amount, status } = outcome;
      const captured = sumOf(captures);
      // A service that does not list captures has captured what it calls paid.
      const paid = status === 'ok' && captures.length === 0 ? amount : captured;
      finals.push({ tid, statusCode, captured: paid, refunded: sumOf(refunds) });
    }
    return finals;
  }
}

const sumOf = (
  parts: readonly { readonly amount: number; readonly additional_amount: number }[],
): number => parts.reduce((sum, part) => sum + part.amount + part.additional_amount, 0);
