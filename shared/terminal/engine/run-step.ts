import type { ServiceTime } from '../../client/service-time.ts';
import type { Ids } from '../../ids/ids.ts';
import { instantOf } from '../../time/clock.ts';
import type { SaleContext, SaleEvent, Step } from '../sale/events.ts';
import type { VendResult } from '../sale/machine-port.ts';
import type { SaleFacts } from '../sale/sale.ts';
import { orderOf } from '../sale/vend.ts';
import type { CallDeps, Calls } from './calls.ts';
import type { Dispenser } from './dispenser.ts';
import type { LiveSale } from './live-sale.ts';

export type SalesDeps = CallDeps & {
  readonly serviceTime: ServiceTime;
  readonly ids: Ids;
  readonly dispenser: Dispenser;
  /** Refunds what a machine did not deliver. */
  readonly refundMissing: (facts: SaleFacts, onEnd: (how: 'done' | 'refused') => void) => void;
  /** Called after every change of a sale. */
  readonly changed: () => void;
};

export type StepDeps = {
  readonly deps: SalesDeps;
  readonly calls: Calls;
  readonly dispatch: (id: string, event: SaleEvent) => void;
  /** Called when a record of this sale is durable. */
  readonly onWritten: (live: LiveSale) => void;
};

/** Carries out one step. Its result is dispatched later as an event. */
export function runStep(live: LiveSale, step: Step, parts: StepDeps): void {
  const { deps, calls, dispatch, onWritten: written } = parts;
  const { id } = live.sale.facts;
  switch (step.kind) {
    case 'write':
      live.unwritten += 1;
      void deps.journalQueue.write(step.record, () => written(live));
      return;
    case 'cancel_read':
      live.cancelRead();
      return;
    case 'call': {
      const { call, serial } = step;
      live.cancelRead = calls.begin(call, live.sale.facts, (answer) =>
        dispatch(id, { kind: 'answered', serial, answer }),
      );
      return;
    }
    case 'dispense': {
      const order = orderOf(live.sale.facts);
      const tell = (result: VendResult) => dispatch(id, { kind: 'dispensed', result });
      if (order !== null) deps.dispenser.run(order, step.how, tell);
      return;
    }
    case 'refund':
      deps.refundMissing(live.sale.facts, (how) => dispatch(id, { kind: 'refund_ended', how }));
      return;
    case 'arm': {
      live.timer?.();
      const { at } = step;
      const delay = at === null ? 0 : Math.max(0, at - instantOf(deps.clock.now()));
      const tick = () => dispatch(id, { kind: 'tick' });
      live.timer = at === null ? null : deps.clock.after(delay, tick);
    }
  }
}

/** The context of a reduction now. */
export function contextOf({
  clock,
  serviceTime,
  connection,
  ids,
  settings,
}: Pick<SalesDeps, 'serviceTime' | 'connection' | 'clock' | 'settings' | 'ids'>): SaleContext {
  const jitter = Number(ids.digits(3)) / 999;
  const now = instantOf(clock.now());
  const serviceNow = serviceTime.now();
  return { now, serviceNow, pushUp: connection.pushUp(), jitter, settings };
}
