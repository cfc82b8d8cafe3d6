import { networkInterfaces } from 'node:os';
import { chooseLanAddress } from './lan-address.ts';

export type Lan = {
  readonly address: string | null;
  /** The lines to print. */
  readonly words: readonly string[];
};

/** Finds the address for phones on the same network, if the options ask for it. */
export function findLan(reach: 'loopback' | 'lan'): Lan {
  if (reach === 'loopback') return { address: null, words: [] };
  const { address, range, others } = chooseLanAddress(networkInterfaces());
  if (address === null) {
    return {
      address,
      words: [
        'No network was found: phones cannot reach this machine. The till starts without it.',
      ],
    };
  }
  const words = [`The customer's pages are offered to the network on ${address}.`];
  if (others.length > 0) {
    words.push(`This machine has other addresses, which are not offered: ${others.join(', ')}.`);
  }
  if (range === 'public') {
    words.push(
      `${address} is not a private address: every machine that reaches it can open these pages.`,
    );
  }
  return { address, words };
}
