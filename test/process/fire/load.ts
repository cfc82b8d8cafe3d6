import { paymentDraft } from '../../support/service.ts';
import { asCustomer, asTill, persist, type Shop } from './ask.ts';
import type { MortalService } from './services.ts';

/** The acknowledged facts of one sale, without commands that got no answer. */
export type Told = {
  readonly shop: Shop;
  readonly posTid: string;
  readonly amount: number;
  tid: string | null;
  authorised: boolean;
  captured: boolean;
  /** An answer that no history of this sale explains. */
  strange: string | null;
};

export type Load = {
  readonly sales: readonly Told[];
  /** Lets every sale come to its end, and begins no more. */
  readonly finish: () => Promise<void>;
  /** One more sale, from beginning to end. */
  readonly another: () => Promise<void>;
};

const body = (told: Told, callback: string | null) =>
  paymentDraft({
    pos_tid: told.posTid,
    amount: told.amount,
    ...(callback === null ? {} : { callback_uri: callback }),
  });

/**
 * Sells without end on `lanes` tills, which the shops share: request, approve, capture, each step
 * repeated until it is answered, and every capture sent twice at once, to whichever services there
 * are.
 */
export function startLoad(
  services: readonly MortalService[],
  shops: readonly [Shop, ...Shop[]],
  lanes: number,
  callback: string | null,
): Load {
  const sales: Told[] = [];
  let selling = true;

  async function sell(lane: number): Promise<void> {
    const shop = shops[lane % shops.length] ?? shops[0];
    for (let count = 0; selling; count += 1) await one(shop, `fire-${lane}-${count}`);
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
    another: () => one(shops[0], 'fire-another'),
  };
}

async function sale(
  services: readonly MortalService[],
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

/** Null when it was approved, otherwise what was answered. */
async function approve(services: readonly MortalService[], tid: string): Promise<string | null> {
  const customer = services.flatMap((one) => one.ready() ?? [])[0]?.customers[0]?.msisdn;
  const claim = { customer: customer ?? '4798765432' };
  const claimed = await persist(services, asCustomer(`/payment_request/${tid}/claim/`, claim));
  if (claimed.status !== 204) return `claim: ${claimed.status}`;
  const done = await persist(services, asCustomer(`/payment_request/${tid}/confirm/`));
  // A repeat of an approval that was done, and whose answer was lost, is refused.
  const repeated = done.tries > 1 && done.status === 409;
  return done.status === 204 || repeated ? null : `confirm: ${done.status}`;
}

/** The same request once more, whose answer must be the same payment. */
export async function again(
  services: readonly MortalService[],
  told: Told,
  callback: string | null,
): Promise<string | null> {
  const request = { method: 'POST', body: body(told, callback) };
  const made = await persist(services, asTill(told.shop, '/payment_request/', request));
  const id: unknown = Object.entries(made.json ?? {}).find(([name]) => name === 'id')?.[1];
  return made.status === 200 && typeof id === 'string' ? id : null;
}
