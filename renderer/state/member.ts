import type { StoreApi } from 'zustand/vanilla';
import { MEMBER_NUMBER } from '../../shared/bill/member-number.ts';
import type { Bridge } from '../../shared/device/bridge/contract.ts';
import type { BillDesk } from './bills/bills.ts';
import { askCustomer } from './customer-answer.ts';
import type { Modes } from './mode/modes.ts';
import { call } from './till-commands.ts';
import type { TillState } from './till-state.ts';

/** The membership number of the bill on the slip: typed, scanned, or asked of the customer. */
export interface Member {
  /** Opens the deck for the number of the bill on the slip. */
  open(): void;
  type(text: string): void;
  /** Gives the typed number to its bill; an empty one takes the number off. */
  take(): void;
  /** Asks the customer. His answer is the number, unless the cashier has closed the deck or gone on to another bill. */
  ask(): Promise<void>;
  /** Closes the deck. Nobody waits for the customer any more. */
  leave(): void;
}

type Deps = {
  readonly bridge: Bridge;
  readonly store: StoreApi<TillState>;
  readonly bills: BillDesk;
  readonly modes: Modes;
};

const NUMBER_MAX = 40;

/** A number without the spaces that cards have between groups. */
export const plainNumber = (text: string) => text.replace(/\s+/g, '').slice(0, NUMBER_MAX);

/** True for a number that a bill takes; an empty one takes the number off. */
export const isMemberNumber = (text: string) => text === '' || MEMBER_NUMBER.test(text);

export function createMember({ bridge, store, bills, modes }: Deps): Member {
  const asking = () => modes.window('member');
  const member: Member = {
    open: () => {
      const bill = bills.current();
      if (bill === null) return;
      const text = bill.member ?? '';
      modes.open({ kind: 'member', bill: bill.id, text, customer: 'not_asked' });
    },
    type: (text) => modes.edit('member', { text: plainNumber(text) }),
    take: () => {
      const now = asking();
      if (now === null || !isMemberNumber(now.text)) return;
      const number = now.text === '' ? null : now.text;
      const known = bills.store.getState().shown.get(now.bill)?.member ?? null;
      if (number === known || bills.act({ act: 'member', number }, now.bill)) member.leave();
    },
    ask: async () => {
      const now = asking();
      if (now === null || now.customer === 'asked') return;
      // A question is asked and answered for one opening of the deck.
      const opening = modes.windowId();
      const isHere = () => asking() !== null && modes.windowId() === opening;
      const edit = (change: Partial<typeof now>) => modes.edit('member', change, opening);
      edit({ customer: 'asked' });
      // A deck that closes because the bill was paid or left does not leave the question to the next customer.
      const heard = await askCustomer({
        store,
        send: (command) => call(bridge, command),
        ask: () => call(bridge, { type: 'ask_member' }),
        waiting: () => (isHere() ? 'yes' : 'no'),
      });
      if (heard.kind === 'left') return;
      if (heard.kind === 'not_possible') return edit({ customer: 'not_possible' });
      const answer = heard.end?.answer ?? null;
      if (answer?.kind !== 'text') return edit({ customer: 'no_answer' });
      edit({ customer: 'not_asked', text: plainNumber(answer.value) });
      member.take();
    },
    leave: () => modes.close('member'),
  };
  return member;
}
