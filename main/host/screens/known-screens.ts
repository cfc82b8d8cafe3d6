import type { ScreenView } from '../../../shared/device/bridge/screens.ts';
import type { Instant } from '../../../shared/time/clock.ts';

/**
 * What a browser was let in for. A cashier's screen may also show the customer's display in a second window; a display may
 * show nothing else (D-601).
 */
export type ScreenKind = ScreenView['kind'];

/** A browser that was let in (D-600). The till keeps hashes only: who reads them gets no access by them. */
export type KnownScreen = {
  readonly id: string;
  readonly kind: ScreenKind;
  /** Its program and system, such as `Firefox, Windows`, in no language; with a number if another one has the same. */
  readonly name: string;
  /** Hash of the secret that the browser keeps. */
  readonly secret: string;
  /** Hash of the launch code that let it in. */
  readonly code: string;
  readonly firstSeen: Instant;
  readonly lastSeen: Instant;
};

/** The screens that a till knows, the one that was used least recently first. */
export type KnownScreens = readonly KnownScreen[];

/** The screens after a change, and those that may not stay. */
export type Changed = { readonly screens: KnownScreens; readonly ended: KnownScreens };

/**
 * Lets a screen in. Of more than `most` screens the one that was used least recently goes, and one that is open now only if
 * all are.
 */
export function withScreen(
  screens: KnownScreens,
  added: KnownScreen,
  { most, isOpen }: { readonly most: number; readonly isOpen: (id: string) => boolean },
): Changed {
  const all = [...screens, { ...added, name: freeName(screens, added.name) }];
  if (all.length <= most) return { screens: all, ended: [] };
  const goes = screens.find(({ id }) => !isOpen(id)) ?? screens[0];
  return goes === undefined ? { screens: all, ended: [] } : withoutScreen(all, goes.id);
}

export function withoutScreen(screens: KnownScreens, id: string): Changed {
  return {
    screens: screens.filter((one) => one.id !== id),
    ended: screens.filter((one) => one.id === id),
  };
}

/** The screens after this one was used. */
export function withUse(screens: KnownScreens, id: string, at: Instant): KnownScreens {
  const used = screens.filter((one) => one.id === id);
  const others = screens.filter((one) => one.id !== id);
  return [...others, ...used.map((one) => ({ ...one, lastSeen: at }))];
}

/** True if a browser that was let in for `kind` may show this page. */
export const mayShow = (kind: ScreenKind, page: ScreenKind): boolean =>
  kind === page || (kind === 'cashier' && page === 'display');

function freeName(screens: KnownScreens, name: string): string {
  const used = new Set(screens.map((one) => one.name));
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

/** Programs by the words of their header, the most special first: most of them also call themselves Chrome and Safari. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPad|iPhone)\b/, 'iOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The name of a browser by its `User-Agent`. It only has words of this list, because any program can send this header. */
export function nameOfBrowser(userAgent: string): string {
  const first = (list: typeof PROGRAMS) => list.find(([words]) => words.test(userAgent))?.[1];
  return [first(PROGRAMS) ?? 'Browser', first(SYSTEMS)].filter(Boolean).join(', ');
}
