import type { Snapshot } from '../../../shared/bridge/contract.ts';
import type { Aids, ClosedBecause } from '../../../shared/kiosk/contract.ts';
import type { World } from '../../../shared/kiosk/visit.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { timesOf } from './behaviour.ts';
import type { Catalogue } from './catalogue.ts';
import type { KioskConfig } from './config.ts';

const FIRST_AIDS: Omit<Aids, 'language'> = {
  text: 'normal',
  reach: 'normal',
  contrast: 'normal',
  speech: 'off',
  volume: Math.ceil(LIMITS.kioskVolumeMax / 2),
  dark: 'off',
  time: 'normal',
};

/** Converts the till's snapshots into the context of a visit. */
export function createVisitContext(
  config: KioskConfig | null,
  catalogue: Catalogue | null,
): (snapshot: Snapshot) => World {
  const times = timesOf(config);
  let aids: Aids | null = null;

  /** Returns the same object while it is unchanged, because a visit compares it. */
  function aidsFor({ settings }: Snapshot): Aids {
    const language = config?.language ?? settings.language;
    if (aids?.language !== language) {
      aids = { ...FIRST_AIDS, language };
    }
    return aids;
  }

  return (snapshot) => {
    const forSale = catalogue?.goods().filter(({ state }) => state === 'for_sale') ?? [];
    return {
      sales: snapshot.view.sales,
      closed: closedBecause(snapshot, config, forSale.length),
      goods: new Set(forSale.map(({ id }) => id)),
      times,
      aids: aidsFor(snapshot),
    };
  };
}

function closedBecause(
  { view, setup }: Snapshot,
  config: KioskConfig | null,
  forSale: number,
): ClosedBecause | null {
  if (config === null) return 'settings';
  if (setup !== undefined) return 'not_set_up';
  if (view.notReady === 'journal_full') return 'journal';
  if (view.notReady === 'starting') return 'starting';
  if (view.connection.kind === 'offline') return 'offline';
  return forSale === 0 ? 'machine' : null;
}
