import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { TerminalSetup } from '../../../shared/terminal/index.ts';
import type { VendingMachine } from '../../../shared/terminal/sale/machine-port.ts';

/** How a till that customers use alone sells: it captures what the machine delivered and releases the rest. */
export type Unattended = {
  readonly machine: VendingMachine | null;
  readonly expiresInSeconds: number;
  /** Deadline of a delivery in milliseconds; the engine's when left out. */
  readonly vendDeadline?: number;
};

/** What the configuration of a till without screens decides about its payments. */
export type RegisterTill = {
  readonly machine: VendingMachine | null;
  readonly payments: Required<
    Pick<TerminalSetup, 'policy' | 'capture' | 'renew' | 'allowCredit' | 'expiresInSeconds'>
  >;
  /** Largest refund of a register, minor units; null permits none. */
  readonly refundCeiling: MoneyInteger | null;
};

/**
 * Who uses a till (D-500). Staff sign in by PIN only where a cashier does, and only there a person closes each period. At a
 * till without screens the register names who gave a command, and who approved it.
 */
export type Presence =
  | { readonly kind: 'cashier' }
  | ({ readonly kind: 'customer' } & Unattended)
  | ({ readonly kind: 'register' } & RegisterTill);

export const CASHIER: Presence = { kind: 'cashier' };

/** The presence of a screen: the kiosk's customers, or a cashier. */
export const presenceAt = (kiosk: { readonly unattended: Unattended } | null): Presence =>
  kiosk === null ? CASHIER : { kind: 'customer', ...kiosk.unattended };

/** What the engine of such a till is set to, besides its place and its currency. */
export function paymentsOf(
  presence: Presence,
): Pick<TerminalSetup, 'policy'> & Partial<TerminalSetup> {
  switch (presence.kind) {
    case 'cashier':
      return { policy: 'attended' };
    case 'customer': {
      const { expiresInSeconds, vendDeadline } = presence;
      return {
        policy: 'unattended',
        expiresInSeconds,
        ...(vendDeadline === undefined ? {} : { vendDeadline }),
      };
    }
    case 'register':
      return presence.payments;
  }
}

/** Who closes the periods. Where nobody is asked to, the till closes the day with the first event of the next one. */
export const closesOf = ({ kind }: Presence): 'by_person' | 'daily' =>
  kind === 'cashier' ? 'by_person' : 'daily';

/** The file in which a person sets the till's currency. */
export const settingsFileOf = ({ kind }: Presence) =>
  kind === 'register' ? 'the terminal’s configuration' : 'the till’s settings.json';
