import { money } from '../../shared/money/money.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { isFinal, type SaleAction, type SaleView } from '../../shared/terminal/index.ts';
import type { Auditor } from './auditor.ts';
import { CUSTOMERS, deviceCodeOf, type SimService } from './service.ts';
import type { Play } from './small-world.ts';
import type { Till } from './till.ts';
import type { VirtualTime } from './virtual-time.ts';

type Parts = {
  readonly time: VirtualTime;
  readonly service: SimService;
  readonly script: Play;
  readonly auditor: Auditor;
};

/** Steps between the actions of one customer and those of the next. */
const APART = 2;

/** A customer with the request that has reached the phone, or the code to scan. */
type Customer = { readonly id: string; readonly tid: string; scanned: boolean; decided: boolean };

/** Customers who act from a step of the world on, each in order: scan, then decide. */
function createSmallCustomers({ time, service, script, auditor }: Parts) {
  const { payments, scans } = service.core.deps;
  const customers: Customer[] = [];
  let ownCode: { readonly saleId: string; scanned: boolean } | null = null;

  async function scan(id: string, shortlink: string, argstring: string): Promise<void> {
    auditor.scanned(shortlink, argstring);
    await time.track(scans.scan(id, { shortlink, argstring }));
    service.touched();
    await time.settle();
  }

  async function decide(customer: Customer): Promise<void> {
    const { act } = script.customer;
    const { customerSide } = payments;
    const choice = { additionalAmount: null, credit: false };
    customer.decided = true;
    const done = await time.track(
      act === 'confirm'
        ? customerSide.confirm(customer.id, customer.tid, choice)
        : customerSide.reject(customer.id, customer.tid),
    );
    service.touched();
    if (done.ok) auditor.customerDid(act, customer.tid);
    await time.settle();
  }

  async function act(customer: Customer): Promise<void> {
    if (customer.scanned) return decide(customer);
    customer.scanned = true;
    const payment = await service.core.deps.store.payments.byTidForCustomer(customer.tid);
    const sticker = /^shortlink_id:(.+)$/.exec(payment?.request.customer ?? '')?.[1];
    if (sticker === undefined) return decide(customer);
    await scan(customer.id, sticker, '');
    auditor.customerDid('claim', customer.tid);
  }

  return {
    meet({ tid, customerId }: Payment): void {
      if (customers.some((one) => one.tid === tid)) return;
      const id = customerId ?? CUSTOMERS[customers.length % CUSTOMERS.length]?.id ?? '';
      customers.push({ id, tid, scanned: false, decided: false });
    },
    seeCode: (saleId: string): void => {
      ownCode ??= { saleId, scanned: false };
    },
    hasDecided: () => customers.some(({ decided }) => decided),
    async act(step: number, till: string): Promise<void> {
      if (step < script.customer.step) return;
      if (ownCode?.scanned === false) {
        ownCode.scanned = true;
        await scan(CUSTOMERS[0].id, deviceCodeOf(till), ownCode.saleId);
        return;
      }
      for (const [index, customer] of customers.entries()) {
        if (!customer.decided && step >= script.customer.step + index * APART) await act(customer);
      }
    },
  };
}

/** The cashier: starts the sales, cancels at one step, decides, and dismisses ended sales. */
function createSmallCashier({ time, script, auditor }: Parts, hasDecided: () => boolean) {
  const { requests, decision, repeats } = script.scenario;
  const startedIn: object[] = [];
  /** Sales with an order that the till has not answered, by the life of the till that got it. */
  const waiting = new Map<string, object>();
  const started = new Set<string>();
  let begun = 0;
  let cancelCame = false;

  async function start(till: Till): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null || startedIn.includes(terminal)) return;
    const all = requests(till.name);
    if (repeats) begun = 0;
    const request = all[begun];
    begun += 1;
    if (begun >= all.length) startedIn.push(terminal);
    if (request === undefined) return;
    void terminal.start(request).then((answer) => {
      if (!answer.ok || started.has(answer.value.id)) return;
      started.add(answer.value.id);
      const codes = request.method.kind === 'qr_and_sticker' ? 'two codes' : 'one code';
      auditor.started(till.name, answer.value.id, request.mode?.kind, codes);
    });
    await time.settle();
  }

  async function press(till: Till, { id }: SaleView, action: SaleAction): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null) return;
    waiting.set(id, terminal);
    const order = auditor.ordered(till.name, id, action, 'answered later');
    // Not awaited: the till answers after the disk has stored the order, which takes time of this world.
    void terminal.act(id, action).then((done) => {
      waiting.delete(id);
      if (till.terminal() === terminal) auditor.orderAnswered(order, done.ok);
    });
    await time.settle();
  }

  async function takePart(till: Till, sale: SaleView): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null) return;
    const { id } = sale;
    const amount = money(Math.floor(sale.money.authorised / 2));
    const rest = decision === 'take a part, release the rest' ? 'release' : 'keep';
    waiting.set(id, terminal);
    const order = auditor.partOrdered(till.name, id, amount, rest);
    void terminal.capture(id, { amount, rest }).then((done) => {
      waiting.delete(id);
      if (till.terminal() === terminal) auditor.orderAnswered(order, done.ok);
    });
    await time.settle();
  }

  async function decide(till: Till, sale: SaleView): Promise<void> {
    const { actions, state } = sale;
    if (actions.includes('dismiss')) return press(till, sale, 'dismiss');
    if (actions.includes('settle')) return press(till, sale, 'settle');
    if (state.kind !== 'authorised' || !hasDecided()) return;
    // The cashier releases reserved money if the scenario was cancelled, and captures it otherwise.
    if (cancelCame) return actions.includes('release') ? press(till, sale, 'release') : undefined;
    if (!actions.includes('capture')) return;
    const inPart = decision !== 'take' && sale.money.captured === 0;
    return inPart ? takePart(till, sale) : press(till, sale, 'capture');
  }

  return {
    start,
    cancelCame: () => cancelCame,
    hasBegun: () => started.size > 0 || begun > 0,
    async look(till: Till, step: number): Promise<void> {
      for (const sale of till.terminal()?.view().sales ?? []) {
        if (waiting.get(sale.id) === till.terminal()) continue;
        if (script.cancel === step && !cancelCame && sale.actions.includes('cancel')) {
          cancelCame = true;
          await press(till, sale, 'cancel');
          continue;
        }
        await decide(till, sale);
      }
    },
    isOver(till: Till): boolean {
      const sales = till.terminal()?.view().sales ?? [];
      const open = (sale: SaleView) => !isFinal(sale.state) || sale.actions.includes('dismiss');
      return sales.length >= requests(till.name).length && !sales.some(open);
    },
  };
}

/** The people of a small world. */
export function createSmallActors(parts: Parts) {
  const customers = createSmallCustomers(parts);
  const cashier = createSmallCashier(parts, customers.hasDecided);
  let till: Till | null = null;
  return {
    /** Puts the people at their till. */
    at: (place: Till): void => {
      till = place;
    },
    /** The service has made a payment; its customer learns of it. */
    meet: customers.meet,
    /** The till shows its own code for a sale. */
    seeCode: customers.seeCode,
    hasBegun: cashier.hasBegun,
    cancelCame: cashier.cancelCame,
    isOver: () => till !== null && cashier.hasBegun() && cashier.isOver(till),
    async act(step: number): Promise<void> {
      if (till === null) return;
      await cashier.start(till);
      await customers.act(step, till.name);
      await cashier.look(till, step);
    },
  };
}

export type SmallActors = ReturnType<typeof createSmallActors>;
