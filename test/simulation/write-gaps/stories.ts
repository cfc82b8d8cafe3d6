import { isSecond } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import type { SaleRequest, SaleView } from '../../../shared/terminal/index.ts';
import { approveRefund } from '../../../shared/terminal/refunds/check-approval.ts';
import type { Moment, People, Story } from './gap-world.ts';

const AMOUNT = money(12_500);
const QR: SaleRequest = { amount: AMOUNT, text: null, method: { kind: 'qr' } };
const BOTH: SaleRequest = {
  ...QR,
  method: { kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'abcde' } },
};
const PHONE: SaleRequest = { ...QR, method: { kind: 'phone', msisdn: '4712345678' } };
const TABLE: SaleRequest = { ...QR, label: 'Table 4', place: 'aside' };
const RESERVED: SaleRequest = { ...PHONE, mode: { kind: 'authorise' }, place: 'aside' };
const REGISTER: SaleRequest = { ...QR, register: { reference: 'r-1', fingerprint: 'f-1' } };
const OWN_CODE: SaleRequest = { ...QR, method: { kind: 'device_code', code: null } };
const vend = (order: 'deposit' | 'pay_first'): SaleRequest => ({
  ...QR,
  mode: { kind: 'vend', item: 'B4', order },
});

const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;
const isOpen = ({ code }: { readonly code: number }) => code === CODE.pending;

/** A person starts a sale, and starts it again if a restart has lost it; a register always repeats it. */
function starts(request: SaleRequest) {
  return ({ till, sales, onceInLife }: Moment): void => {
    const isKnown = sales.some(({ method }) => method.kind === request.method.kind);
    if (isKnown && request.register === undefined) return;
    onceInLife(`start ${request.method.kind}`, () => void till.start(request));
  };
}

const each = (...all: readonly People[]): People => {
  return (now) => {
    for (const people of all) people(now);
  };
};

/** The customers of all requests, or of those with these names, do something once. */
const customers =
  (act: typeof CONFIRM | { readonly kind: 'reject' }, isTheirs = (_: string) => true): People =>
  ({ service, once }) => {
    for (const payment of service.payments()) {
      const { pos_tid } = payment.request;
      if (!isOpen(payment) || !isTheirs(pos_tid)) continue;
      once(`${pos_tid} ${act.kind}`, () => service.happenTo(pos_tid, act));
    }
  };
const confirm = customers(CONFIRM);
const reject = customers({ kind: 'reject' });

const press =
  (
    action: Parameters<Moment['press']>[1],
    when: (sale: SaleView, now: Moment) => boolean = () => true,
  ): People =>
  (now) => {
    for (const sale of now.sales) if (when(sale, now)) now.press(sale, action);
  };

/** The cashier captures each reservation that waits for a decision. */
const take = press('capture');
const isWaiting = ({ state }: SaleView) => state.kind.startsWith('waiting');

const takePart =
  (rest: 'keep' | 'release'): People =>
  ({ till, sales, onceInLife }) => {
    for (const { id, actions, money: sums } of sales) {
      if (!actions.includes('capture') || sums.captured > 0) continue;
      const request = { amount: money(5_000), rest, captureId: 'part-1' };
      onceInLife(`${id} part`, () => void till.capture(id, request));
    }
  };

const refund: People = ({ till, sales, at, onceInLife }) => {
  for (const sale of sales) {
    if (sale.state.kind !== 'paid' || sale.tid === null) continue;
    const { tid } = sale;
    const word = { id: 'a-1', approver: 'Kari', tid, ceiling: AMOUNT, currency: 'NOK' };
    const request = { tid, amount: money(4_000), text: null, refundId: 'refund-1' };
    onceInLife('refund', () => {
      void till.refund(request, approveRefund(word, at));
    });
  }
};

const askForData: People = ({ till, onceInLife, grant, once }) => {
  const known = till.view().permissions;
  const customer = { kind: 'phone', msisdn: '4712345678' } as const;
  if (known.length === 0) {
    onceInLife('ask', () => {
      void till.askPermission({ customer, scope: 'openid phone', text: null });
    });
  }
  if (known[0]?.state === 'waiting') once('grant', grant);
};

const scanOwn: People = ({ sales, scan, onceInLife }) => {
  for (const { id, state, tid } of sales) {
    if (state.kind === 'waiting_scan' && tid === null) {
      onceInLife(`${id} scanned`, () => scan('token:first', id));
    }
  }
};

/** The device shows its code before there is a total; a customer scans it and waits. */
const codeFirst: People = ({ till, sales, scan, onceInLife }) => {
  const [code] = till.view().codes;
  if (code === undefined) {
    if (sales.length === 0) onceInLife('open code', () => void till.openCode(null));
  } else if (code.state === 'shown') {
    onceInLife(`scan ${code.id}`, () => scan('token:first', code.id));
  } else {
    const method = { kind: 'device_code', code: code.id } as const;
    onceInLife(`total of ${code.id}`, () => void till.start({ ...QR, method }));
  }
};

const closeCode: People = ({ till, onceInLife, once }) => {
  const [code] = till.view().codes;
  if (code === undefined) once('open code', () => void till.openCode(null));
  else onceInLife(`close ${code.id}`, () => void till.closeCode(code.id));
};

const plain = each(starts(QR), confirm, take);
const deposit = each(starts(vend('deposit')), confirm, press('settle'));
const payFirst = each(starts(vend('pay_first')), confirm, press('settle'));
const cancelled = (request: SaleRequest) => each(starts(request), press('cancel', isWaiting));
const won = (request: SaleRequest) =>
  each(
    starts(request),
    press('cancel', (sale, now) => {
      if (!isWaiting(sale)) return false;
      confirm(now);
      return true;
    }),
    press('release'),
  );
const onScreen = (posTid: string) => !isSecond(posTid);
const onSticker = (posTid: string) => isSecond(posTid);
const machine = { policy: 'unattended' } as const;
const FAILS = { kind: 'failed', why: 'stuck' } as const;

const openedSticker: People = ({ sales, opened, once }) => {
  for (const { id, state } of sales) {
    if (state.kind === 'waiting_scan') once(`${id} opened`, () => opened(`_second.${id}`));
  }
};
const isRenewed = ({ log }: SaleView) => log.some(({ key }) => key === 'renewed');
const table = each(
  starts(TABLE),
  press('bring_to_front', isWaiting),
  press('set_aside', isWaiting),
  (now) => {
    if (now.sales.some(({ log }) => log.some(({ key }) => key === 'set_aside'))) confirm(now);
  },
  take,
);

const PLAIN: readonly Story[] = [
  { name: 'a code on the screen, paid and dismissed', people: each(plain, press('dismiss')) },
  { name: 'a code on the screen, declined', people: each(starts(QR), reject) },
  { name: 'a code on the screen, cancelled', people: cancelled(QR) },
  {
    name: 'cancelled while the customer approves',
    people: won(QR),
    otherEnds: { released: 'the restarted till cancels after the customer has approved' },
  },
  {
    name: 'a request that the service refuses',
    people: starts(PHONE),
    refuses: 400,
    otherEnds: { unclear: 'an earlier request may have arrived, so the till keeps asking' },
  },
  { name: 'two sales at once', people: each(starts(TABLE), starts(PHONE), confirm, take) },
  { name: 'a table, brought to the front and set aside', people: table },
  { name: 'a sale of a cash register', people: each(starts(REGISTER), confirm, take) },
  { name: "the device's own code, paid", people: each(starts(OWN_CODE), scanOwn, confirm, take) },
  {
    name: "the device's own code, scanned before its total",
    people: each(codeFirst, confirm, take),
  },
  { name: "the device's own code, closed", people: closeCode },
  { name: "the device's own code, cancelled", people: cancelled(OWN_CODE) },
];

const RELEASED_TOO = {
  'paid,released': 'the customer of the code that lost gets the money back',
};
const PAIRS: readonly Story[] = [
  {
    name: 'screen and sticker, paid by the screen',
    people: each(starts(BOTH), customers(CONFIRM, onScreen), take),
  },
  {
    name: 'screen and sticker, both approved',
    people: each(starts(BOTH), confirm, take),
    otherEnds: RELEASED_TOO,
  },
  {
    name: 'screen and sticker, the sticker opened first',
    people: each(starts(BOTH), openedSticker, customers(CONFIRM, onSticker), take),
  },
  {
    name: 'screen and sticker, declined by the sticker',
    people: each(starts(BOTH), customers({ kind: 'reject' }, onSticker)),
  },
  { name: 'screen and sticker, cancelled', people: cancelled(BOTH) },
];

const RESERVATIONS: readonly Story[] = [
  {
    name: 'reserved, renewed, then released',
    people: each(starts(RESERVED), confirm, press('renew'), press('release', isRenewed)),
  },
  {
    name: 'reserved, captured in parts',
    people: each(
      starts(RESERVED),
      confirm,
      takePart('keep'),
      press('capture', ({ money: { captured } }) => captured > 0),
    ),
  },
  {
    name: 'reserved, a part captured, the rest released',
    people: each(starts(RESERVED), confirm, takePart('release')),
  },
];

const GIVEN_BACK = {
  aborted: 'without a cashier a restarted till gives up what is not yet delivered',
  released: 'without a cashier a restarted till gives up what is not yet delivered',
  'refunded,refund done': 'what was taken and not delivered is given back',
};
const machineStory = (name: string, people: People, script: Story['machine']): Story => ({
  ...{ name, people, settings: machine, otherEnds: GIVEN_BACK },
  ...(script === undefined ? {} : { machine: script }),
});
const MACHINES: readonly Story[] = [
  machineStory('a machine with a deposit, delivered', deposit, undefined),
  machineStory('a machine with a deposit, failed', deposit, FAILS),
  machineStory('a machine paid first, delivered', payFirst, undefined),
  machineStory('a machine paid first, failed and refunded', payFirst, FAILS),
];

/** Every type of sale, and everything else that a till journals. */
export const STORIES: readonly Story[] = [
  ...PLAIN,
  ...PAIRS,
  ...RESERVATIONS,
  ...MACHINES,
  { name: 'a refund', people: each(plain, refund) },
  { name: 'a request for data', people: askForData },
];
