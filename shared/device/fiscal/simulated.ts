import type { FiscalAnswer, FiscalRequest } from './protocol.ts';

/* A fiscal device for tests and demonstrations. It signs nothing that an authority would accept. */

/** What the device remembers, also over a restart. */
export type SimulatedDevice = {
  readonly device: string;
  /** Transactions that fit into its memory. */
  readonly capacity: number;
  /** By till and transaction; in the order of their numbers, from 1. */
  readonly transactions: readonly SimulatedTransaction[];
};

export type SimulatedTransaction = {
  readonly till: string;
  readonly transaction: string;
  readonly state: 'open' | 'finished' | 'cancelled';
  readonly signature?: string;
  readonly time?: string;
};

export const newSimulatedDevice = (device: string, capacity = 1_000_000): SimulatedDevice => ({
  device,
  capacity,
  transactions: [],
});

/** One request. `seal` makes the signature of a text; `time` is the device's own. */
export function answerFiscal(
  before: SimulatedDevice,
  request: FiscalRequest,
  seal: (text: string) => string,
  time: string,
): { readonly next: SimulatedDevice; readonly answer: FiscalAnswer } {
  const { device, transactions, capacity } = before;
  const same = (answer: FiscalAnswer) => ({ next: before, answer });
  if (request.do === 'status') {
    const open = transactions.filter(
      ({ till, state }) => till === request.till && state === 'open',
    );
    return same({ ok: true, device, open: open.map(({ transaction }) => transaction) });
  }
  const { till, transaction } = request;
  const place = transactions.findIndex(
    (one) => one.till === till && one.transaction === transaction,
  );
  const known = transactions[place];
  const number = place + 1;
  const put = (one: SimulatedTransaction, answer: FiscalAnswer) => {
    return { next: { ...before, transactions: transactions.with(place, one) }, answer };
  };
  switch (request.do) {
    case 'start': {
      if (known?.state === 'cancelled') return same({ ok: false, why: 'refused' });
      if (known !== undefined) return same({ ok: true, number });
      if (transactions.length >= capacity) return same({ ok: false, why: 'full' });
      const next = [...transactions, { till, transaction, state: 'open' } as const];
      return {
        next: { ...before, transactions: next },
        answer: { ok: true, number: next.length },
      };
    }
    case 'finish': {
      if (known === undefined) return same({ ok: false, why: 'unknown' });
      if (known.state === 'cancelled') return same({ ok: false, why: 'refused' });
      const signature =
        known.signature ?? seal(JSON.stringify([device, number, time, request.receipt]));
      const at = known.time ?? time;
      const done = { ...known, state: 'finished', signature, time: at } as const;
      return put(done, { ok: true, device, number, signature, time: at });
    }
    case 'cancel':
      if (known === undefined) return same({ ok: false, why: 'unknown' });
      if (known.state === 'finished') return same({ ok: false, why: 'refused' });
      return put({ ...known, state: 'cancelled' }, { ok: true, number });
  }
}
