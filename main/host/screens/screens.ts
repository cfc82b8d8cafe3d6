import type { ScreenView } from '../../../shared/device/bridge/screens.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { tokenHash } from '../../../shared/node/password-hash.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type DeviceClock, instantOf, MINUTE } from '../../../shared/time/clock.ts';
import {
  type Changed,
  type KnownScreen,
  type KnownScreens,
  nameOfBrowser,
  type ScreenKind,
  withoutScreen,
  withScreen,
  withUse,
} from './known-screens.ts';
import type { ScreensFile } from './screens-file.ts';

/** The screen of the device itself: the window of Electron, or a page in the till's own process. It is in no file. */
export const DEVICE_SCREEN = 'device';

/**
 * The screens of a till (D-600). A stranger needs the code of the launch address, which lets one browser in. That browser
 * keeps a secret and comes back by it, also after a restart of the till, until somebody removes it.
 */
export interface Screens {
  /** The code that admits one more browser. It lasts until it is used or the till stops. */
  launchCode(): string;
  /** Calls `listener` with each new launch code. Returns how to stop. */
  onCode(listener: (code: string) => void): () => void;
  /** Exchanges the code for the secret of a new screen, or says why not. */
  exchange(
    code: string,
    browser: { readonly kind: ScreenKind; readonly userAgent: string },
  ): Exchanged;
  /** The screen whose browser has this secret; null if the till knows none. */
  find(secret: string | null): KnownScreen | null;
  has(id: string): boolean;
  /** Notes that the page of a screen was loaded. */
  used(id: string): void;
  /** A page of the screen is connected until the result is called. */
  open(id: string): () => void;
  /** Ends a screen and its open pages. It is refused if the till could not keep that: the screen would come back. */
  remove(id: string): Answer<null>;
  /** Calls `listener` with the id of every screen that ends. Returns how to stop. */
  onEnd(listener: (id: string) => void): () => void;
  /** True if the till has lost its list: browsers that were let in before are unknown. */
  readonly lost: boolean;
  list(): readonly ScreenView[];
  /** Calls `listener` after every change of the list. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export type Exchanged =
  | { readonly kind: 'opened'; readonly secret: string }
  | { readonly kind: 'used' | 'unknown' };

export type ScreensOptions = {
  readonly file: ScreensFile;
  readonly ids: Ids;
  readonly clock: DeviceClock;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/** Opens the screens that the file has. A damaged file is no reason to stop: each browser then needs the address again. */
export function openScreens({ file, ids, clock, report }: ScreensOptions): Screens {
  const kept = file.read();
  const lost = kept === 'damaged';
  if (lost) {
    report(
      `The list of screens in ${file.path} is damaged. Each browser needs the launch address again.`,
    );
  }
  let screens: KnownScreens = lost ? [] : kept;
  let code = ids.token();
  const open = new Map<string, number>();
  const ends = createListeners<[id: string]>();
  const codes = createListeners<[code: string]>();
  const changes = createListeners();

  function save(next: KnownScreens): 'kept' | 'not_kept' {
    try {
      file.write(next);
      return 'kept';
    } catch (error) {
      report(`The list of screens cannot be kept in ${file.path}: ${String(error)}`);
      return 'not_kept';
    }
  }

  function become({ screens: next, ended }: Changed): void {
    screens = next;
    for (const { id } of ended) ends.tell(id);
    changes.tell();
  }

  /** Makes a change that counts at once. If it cannot be kept, it lasts until the till stops. */
  function change(changed: Changed): void {
    save(changed.screens);
    become(changed);
  }

  return {
    launchCode: () => code,
    onCode: codes.subscribe,
    exchange(offered, { kind, userAgent }) {
      const hash = tokenHash(offered);
      if (offered !== code) {
        const before = screens.find((one) => one.code === hash);
        if (before === undefined) return { kind: 'unknown' };
        // Two browsers know the code, and the till cannot tell which one it was for.
        change(withoutScreen(screens, before.id));
        return { kind: 'used' };
      }
      const secret = ids.token();
      const now = instantOf(clock.now());
      const added: KnownScreen = {
        id: ids.short(),
        kind,
        name: nameOfBrowser(userAgent),
        secret: tokenHash(secret),
        code: hash,
        firstSeen: now,
        lastSeen: now,
      };
      const most = LIMITS.screenSessionsMax;
      change(withScreen(screens, added, { most, isOpen: (id) => open.has(id) }));
      code = ids.token();
      codes.tell(code);
      return { kind: 'opened', secret };
    },
    find(secret) {
      const hash = secret === null ? null : tokenHash(secret);
      return screens.find((one) => one.secret === hash) ?? null;
    },
    has: (id) => screens.some((one) => one.id === id),
    used(id) {
      const before = screens.find((one) => one.id === id);
      const now = instantOf(clock.now());
      screens = withUse(screens, id, now);
      // A page that reconnects without end must not write without end.
      if (before !== undefined && Math.abs(now - before.lastSeen) >= MINUTE) save(screens);
    },
    open(id) {
      open.set(id, (open.get(id) ?? 0) + 1);
      changes.tell();
      return () => {
        const left = (open.get(id) ?? 1) - 1;
        if (left === 0) open.delete(id);
        else open.set(id, left);
        changes.tell();
      };
    },
    remove(id) {
      const changed = withoutScreen(screens, id);
      if (changed.ended.length > 0) {
        if (save(changed.screens) === 'not_kept') return refuseTill('screens_not_saved');
        become(changed);
      }
      return answer(null);
    },
    onEnd: ends.subscribe,
    lost,
    list: () =>
      screens.map(({ id, kind, name, firstSeen, lastSeen }) => ({
        id,
        kind,
        name,
        firstSeen,
        lastSeen,
        isOpen: open.has(id),
      })),
    subscribe: changes.subscribe,
  };
}
