import { peerUserHere } from '../../shared/node/http/peer-user.ts';
import type { Push } from '../../shared/terminal/index.ts';
import { secureRandom, systemClock, systemIds } from './adapters/machine.ts';
import { TERMINAL_ALONE } from './bridge/screen-source.ts';
import type { BridgeServer } from './bridge/server.ts';
import { realDisk } from './journal/disk.ts';
import * as journal from './journal/journal.ts';
import * as push from './push/push.ts';
import { type HostOptions, startHost } from './till/screen-host.ts';

/*
 * The parts of `tillkit/host` for a program that embeds the terminal: what it does not bring itself is the machine's.
 */

const MACHINE = { clock: systemClock, ids: systemIds, random: secureRandom, disk: realDisk };

/** Leaves out members of a type that the machine has. */
type OnMachine<Options, Own extends keyof Options> = Omit<Options, Own> &
  Partial<Pick<Options, Own>>;

export type JournalOptions = OnMachine<journal.JournalOptions, 'clock' | 'ids' | 'disk'>;

/**
 * Opens a till's journal for its only writer: takes the lock, reads every record, drops a torn last
 * one and compacts. Disk errors are returned, not thrown.
 */
export const openJournal = (options: JournalOptions): Promise<journal.Opened> =>
  journal.openJournal({ ...MACHINE, ...options });

export type PushOptions = OnMachine<push.PushOptions, 'clock' | 'random'>;

/**
 * The till's client of the event socket, `GET {base}/event/`: it replays missed messages,
 * acknowledges what the terminal has processed, and always reconnects.
 */
export const createPush = (options: PushOptions): Push =>
  push.createPush({ ...MACHINE, ...options });

/** What a program may leave out: its page keeps no data, has no display and tells the operator on standard error. */
type ScreenHostChoice = 'directory' | 'displayDir' | 'access' | 'onLaunchAddress' | 'report';
export type ScreenHostOptions = Omit<
  HostOptions,
  'clock' | 'ids' | 'features' | 'peerUser' | ScreenHostChoice
> &
  Partial<Pick<HostOptions, ScreenHostChoice>>;

/**
 * Serves the pages in `assetsDir` on loopback and connects them to the terminal; `tillBridge()` of
 * `tillkit/react` finds the connection. `access` lists what else the page may reach; without it the
 * page reaches its own files and its till. Rejects when the port is taken and for an `access` that is
 * not valid. The caller stops the terminal itself.
 */
export const startScreenHost = (options: ScreenHostOptions): Promise<BridgeServer> =>
  startHost({
    directory: null,
    displayDir: null,
    access: {},
    onLaunchAddress: () => undefined,
    report: (sentence) => console.error(sentence),
    ...options,
    peerUser: peerUserHere(),
    features: TERMINAL_ALONE,
    clock: systemClock,
    ids: systemIds,
  });
