import { paymentDraft } from '../../support/service.ts';
import { asCustomer, asTill, persist, type Shop } from './ask.ts';
import type { KillableService } from './services.ts';

/** The acknowledged facts of one sale; commands without a reply are left out. */
export type Told = {
  readonly shop: Shop;
  readonly posTid: string;
  readonly amount: number;
  tid: string | null;
  authorised: boolean;
  captured: boolean;
  /** A reply that contradicts every possible history of this sale. */
  strange: string | null;
};

export type Load = {
  readonly sales: readonly Told[];
  /** Finishes every sale and starts no more. */
  readonly finish: () => Promise<void>;
  /** One more sale, from its start to its end. */
  readonly another: () => Promise<void>;
};

const body = (told: Told, callback: string | null) =>
  paymentDraft({
    pos_tid: told.posTid,
    amount: told.amount,
    ...(callback === null ? {} : { callback_uri: callback }),
  });

/**
 * Sells continuously on `lanes` tills that share the shops: request, approve, capture. Each step is
 * repeated until it is answered, and every capture is sent twice at the same time, to any of the
 * services.
 */
export function startLoad(
  services: readonly KillableService[],
  shops: readonly [Shop, ...Shop[]],
  lanes: number,
  callback: string | null,
): Load {
  const sales: Told[] = [];
  let selling = true;

  async function sell(lane: number): Promise<void> {
    const shop = shops[lane % shops.length] ?? shops[0];
    for (let count = 0; selling; count += 1) await one(shop, `kills-${lane}-${count}`);
  }

  async function one(shop: Shop, posTid: string): Promise<void> {
    const amount = 100 + Math.floor(Math.random() * 10_000);
    const told: Told = {
      ...{ shop, posTid, amount, tid: null },
      ...{ authorised: false, captured: false, strange: null },
    };
    sales.push(told);
    await sale(services, told, callback);
  }

  const work = Promise.all(Array.from({ length: lanes }, (_, lane) => sell(lane)));
  return {
    sales,
    async finish() {
      selling = false;
      await work;
    },
    another: () => one(shops[0], 'kills-another'),
  };
}

async function sale(
  services: readonly KillableService[],
  told: Told,
  callback: string | null,
): Promise<void> {
  const request = { method: 'POST', body: body(told, callback) };
  const made = await persist(services, asTill(told.shop, '/payment_request/', request));
  const id: unknown = Object.entries(made.json ?? {}).find(([name]) => name === 'id')?.[1];
  if (made.status > 201 || typeof id !== 'string') {
    told.strange = `request: ${made.status}`;
    return;
  }
  told.tid = id;
  const approved = await approve(services, id);
  if (approved !== null) told.strange = approved;
  else told.authorised = true;
  if (!told.authorised) return;
  const numbers = { amount: told.amount, additional_amount: 0, currency: 'NOK' };
  const capture = {
    method: 'PUT',
    body: { action: 'capture', capture_id: 'all', ...numbers },
  };
  const once = () => persist(services, asTill(told.shop, `/payment_request/${id}/`, capture));
  const both = await Promise.all([once(), once()]);
  const wrong = both.find(({ status }) => status !== 204);
  if (wrong !== undefined) told.strange = `capture: ${wrong.status} ${JSON.stringify(wrong.json)}`;
  told.captured = both.some(({ status }) => status === 204);
}

/** Null if the payment was approved, otherwise the reply. */
async function approve(services: readonly KillableService[], tid: string): Promise<string | null> {
  const customer = services.flatMap((one) => one.ready() ?? [])[0]?.customers[0]?.msisdn;
  const claim = { customer: customer ?? '4798765432' };
  const claimed = await persist(services, asCustomer(`/payment_request/${tid}/claim/`, claim));
  if (claimed.status !== 204) return `claim: ${claimed.status}`;
  const done = await persist(services, asCustomer(`/payment_request/${tid}/confirm/`));
  // If the reply of a successful approval was lost, its repeat is refused.
  const repeated = done.tries > 1 && done.status === 409;
  return done.status === 204 || repeated ? null : `confirm: ${done.status}`;
}

/** Sends the same request again; the reply must name the same payment. */
export async function again(
  services: readonly KillableService[],
  told: Told,
  callback: string | null,
): Promise<string | null> {
  const request = { method: 'POST', body: body(told, callback) };
  const made = await persist(services, asTill(told.shop, '/payment_request/', request));
  const id: unknown = Object.entries(made.json ?? {}).find(([name]) => name === 'id')?.[1];
  return made.status === 200 && typeof id === 'string' ? id : null;
}
