import { networkInterfaces } from 'node:os';

/** The result of `os.networkInterfaces()`. */
export type Interfaces = Readonly<
  Record<
    string,
    | readonly { readonly address: string; readonly family: string; readonly internal: boolean }[]
    | undefined
  >
>;

export type LanChoice = {
  /** The address for codes; null without a network. */
  readonly address: string | null;
  /** Whether the address is in a private range. */
  readonly range: 'private' | 'public';
  /** Other addresses that were not chosen. */
  readonly others: readonly string[];
};

/** Networks between containers, virtual machines and tunnels, which no phone can reach. */
const VIRTUAL = new RegExp(
  `^(?:${[
    ...['docker', 'br-', 'veth', 'virbr', 'vmnet', 'vboxnet', 'vEthernet', 'cni', 'flannel'],
    ...['lxc', 'lxd', 'podman', 'tun', 'tap', 'utun', 'wg', 'zt', 'tailscale'],
  ].join('|')})`,
  'i',
);

const PUBLIC = 5;
const BEHIND_REAL_CARDS = 10;

/** How likely a home or shop uses this network; lower is likelier, null is no network. */
function rank(address: string): number | null {
  if (address.startsWith('169.254.')) return null;
  if (address.startsWith('192.168.')) return 0;
  if (address.startsWith('10.')) return 1;
  if (/^172\.(?:1[6-9]|2\d|3[01])\./.test(address)) return 2;
  return PUBLIC;
}

/**
 * Chooses the IPv4 address at which a phone on the same network reaches this machine: real network
 * cards before virtual ones, then the ranges of homes and shops.
 */
export function chooseLanAddress(interfaces: Interfaces): LanChoice {
  const found: { readonly address: string; readonly rank: number }[] = [];
  for (const [name, addresses] of Object.entries(interfaces)) {
    for (const { address, family, internal } of addresses ?? []) {
      const place = family === 'IPv4' && !internal ? rank(address) : null;
      if (place !== null)
        found.push({ address, rank: place + (VIRTUAL.test(name) ? BEHIND_REAL_CARDS : 0) });
    }
  }
  found.sort((a, b) => a.rank - b.rank);
  const [first, ...rest] = found;
  return {
    address: first?.address ?? null,
    range: first && first.rank % BEHIND_REAL_CARDS === PUBLIC ? 'public' : 'private',
    others: rest.map((one) => one.address),
  };
}

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
