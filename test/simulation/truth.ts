import { saleIdOf } from './audited-sale.ts';

/** What has happened to one payment, at the service and at the customer. */
type PaymentTruth = {
  readonly sale: string;
  claimed: boolean;
  approved: boolean;
  rejected: boolean;
  /** Minor units, additional amounts included. */
  taken: number;
  /** Minor units that went back, additional amounts included. */
  refunded: number;
};

/** Collects what has happened to the payments, from replies of the service and actions of customers. */
export function createTruth() {
  /** Scanned codes: the printed code or that of a device, with what a device adds to its own. */
  const scans = new Set<string>();
  /** Sentences that the service has sent to tills. */
  const sentences = new Set<string>();
  const payments = new Map<string, PaymentTruth>();
  const ofSale = new Map<string, PaymentTruth[]>();
  return {
    made(tid: string, posTid: string): void {
      if (payments.has(tid)) return;
      const sale = saleIdOf(posTid);
      const made = {
        sale,
        claimed: false,
        approved: false,
        rejected: false,
        taken: 0,
        refunded: 0,
      };
      payments.set(tid, made);
      ofSale.set(sale, [...(ofSale.get(sale) ?? []), made]);
    },
    scanned: (code: string, argstring: string) => scans.add(`${code}/${argstring}`),
    isScanned: (code: string, argstring: string) => scans.has(`${code}/${argstring}`),
    said: (sentence: string) => sentences.add(sentence),
    isSaid: (sentence: string) => sentences.has(sentence),
    customerDid(what: 'claim' | 'confirm' | 'reject', tid: string): void {
      const payment = payments.get(tid);
      if (payment === undefined) return;
      payment.claimed = true;
      if (what === 'confirm') payment.approved = true;
      if (what === 'reject') payment.rejected = true;
    },
    /**
     * Notes the captured and the refunded amount of a payment; returns its sale if this is the first
     * captured amount.
     */
    took(tid: string, sum: number, refunded = 0): string | null {
      const payment = payments.get(tid);
      if (payment === undefined) return null;
      const isFirst = payment.taken === 0 && sum > 0;
      payment.taken = sum;
      payment.refunded = refunded;
      return isFirst ? payment.sale : null;
    },
    /**
     * The events of the payment that a till shows, or of any payment of the sale while the till shows
     * none.
     */
    of: (tid: string | null, sale: string): PaymentTruth | undefined =>
      tid === null ? together(sale, ofSale.get(sale) ?? []) : payments.get(tid),
    /** The captured amount of a sale, by any of its codes. */
    takenFor: (sale: string) => (ofSale.get(sale) ?? []).reduce((sum, { taken }) => sum + taken, 0),
    wasAsked: (sale: string) =>
      (ofSale.get(sale) ?? []).some(({ claimed, approved }) => claimed || approved),
  };
}

function together(sale: string, all: readonly PaymentTruth[]): PaymentTruth | undefined {
  if (all.length === 0) return undefined;
  return {
    sale,
    claimed: all.some(({ claimed }) => claimed),
    approved: all.some(({ approved }) => approved),
    rejected: all.some(({ rejected }) => rejected),
    taken: all.reduce((sum, { taken }) => sum + taken, 0),
    refunded: all.reduce((sum, { refunded }) => sum + refunded, 0),
  };
}

export type Truth = ReturnType<typeof createTruth>;
