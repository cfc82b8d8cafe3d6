import { join } from 'node:path';
import { clientOf } from '../../../shared/device/commands/client.ts';
import type { Assets } from '../../../shared/node/http/static-assets.ts';
import { present } from '../../../shared/objects/present.ts';
import { type DeviceClock, stoppable } from '../../../shared/time/clock.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { DisplayBackend } from '../bridge/display-backend.ts';
import type { ScreenSource } from '../bridge/screen-source.ts';
import type { Dispatch } from '../commands/commands.ts';
import { PICTURES_FOLDER, withPictures } from '../goods/pictures.ts';
import { createPinGuard, triesKept } from '../staff/pin-guard.ts';
import type { TillPorts } from '../till/ports.ts';
import type { Unattended } from '../till/presence.ts';
import { createCatalogue } from './catalogue.ts';
import {
  KIOSK_FILE,
  type KioskConfig,
  type KioskLoaded,
  loadKiosk,
  vendDeadlineOf,
} from './config.ts';
import { writeDemoKiosk } from './demo-files.ts';
import { createKiosk, type Kiosk } from './kiosk.ts';
import { type KioskMachine, openMachine } from './machine.ts';
import { type Pictures, readPictures } from './pictures.ts';
import { createServiceMenu, type KioskShell } from './service-menu.ts';
import { followShopGoods } from './shop-goods.ts';
import { readVoice } from './voice-files.ts';

export type KioskOptions = {
  readonly directory: string;
  /** The built kiosk screen. */
  readonly screen: Assets;
  /** `own`: the till has an embedded service with the demo's shop. */
  readonly service: 'own' | 'elsewhere';
  readonly report: (sentence: string) => void;
  readonly ports: Pick<TillPorts, 'clock' | 'files' | 'ids' | 'random'>;
  /** The files of the voice; found on the machine when left out. */
  readonly voice?: Assets;
};

/** The screens' side of the till under a kiosk. */
type KioskBackend = {
  readonly source: ScreenSource;
  readonly kiosk: Dispatch;
  readonly display: DisplayBackend;
};

/** What a kiosk needs of its till, and how to open it on that till. */
export interface KioskHost {
  readonly unattended: Unattended;
  /** The screen's files, with the pictures of the goods. */
  readonly assets: Assets;
  /** Opens the kiosk on a running till. */
  open(backend: KioskBackend, shell: KioskShell): Kiosk;
  close(): void;
}

const TRIES_FILE = 'kiosk-tries.json';
const EXPIRES_SECONDS = 300;

/**
 * Reads a kiosk's settings and opens its machine before its till starts. With invalid settings the
 * kiosk opens closed: it reports the problem, finishes open sales and keeps its service menu if its
 * PIN is readable.
 */
export async function openKiosk(options: KioskOptions): Promise<KioskHost> {
  const { directory, screen, report, ports } = options;
  const loaded = await load(options);
  const { config, problem, pin } = readout(loaded, options);
  if (problem !== null) report(`This kiosk is closed: ${problem}`);
  if (pin === null) {
    report(`This kiosk has no service PIN; "tillkit kiosk-pin --data ${directory}" sets one.`);
  }
  const pictures = readPictures(directory, config?.goods.map((good) => good.picture) ?? [], screen);
  for (const sentence of pictures.problems) report(sentence);
  const voice = options.voice ?? readVoice();
  // The till keeps the pictures of the shop's catalogue where a cashier's screen has them too.
  const assets = withPictures(new Map([...screen, ...pictures.assets, ...voice]), directory);
  const machine = config === null ? null : openMachine(config, ports.clock, report);
  const time = stoppable(ports.clock);
  return {
    unattended: {
      machine,
      expiresInSeconds: config?.expires_seconds ?? EXPIRES_SECONDS,
      ...present({ vendDeadline: config && vendDeadlineOf(config) }),
    },
    assets,
    open: (backend, shell) =>
      openOver({
        ...backend,
        shell,
        config,
        pin,
        problem,
        pictures,
        assets,
        machine,
        directory,
        files: ports.files,
        clock: time.clock,
        voice: voice.size > 0,
      }),
    close: () => {
      machine?.close();
      // A lock after wrong PINs may still be running.
      time.stop();
    },
  };
}

/** Writes the demo's kiosk at its first start; no other shop gets it. */
async function load({
  directory,
  service,
  report,
  ports: { ids, random },
}: Pick<KioskOptions, 'directory' | 'service' | 'report' | 'ports'>): Promise<KioskLoaded> {
  const loaded = loadKiosk(directory);
  if (loaded.kind !== 'absent' || service !== 'own') return loaded;
  const pinFile = await writeDemoKiosk(directory, ids, random);
  report(`This kiosk's settings are in ${join(directory, KIOSK_FILE)}.`);
  report(`Its first service PIN is in ${pinFile}; hold the upper right corner of the screen.`);
  return loadKiosk(directory);
}

type Readout = {
  readonly config: KioskConfig | null;
  readonly problem: string | null;
  readonly pin: string | null;
};

function readout(
  loaded: KioskLoaded,
  { directory, service }: Pick<KioskOptions, 'directory' | 'service'>,
): Readout {
  switch (loaded.kind) {
    case 'absent': {
      const problem = `There is no ${KIOSK_FILE} in ${directory}. The guide shows how to write one.`;
      return { config: null, problem, pin: null };
    }
    case 'wrong':
      return { config: null, problem: loaded.sentence, pin: loaded.pin };
    case 'ready': {
      const { config } = loaded;
      const { service_pin: pin } = config;
      // It would take real money and deliver nothing.
      const pretends = config.machine?.kind === 'simulated' && service === 'elsewhere';
      const problem = 'A simulated machine sells only with the service of the demo.';
      return pretends ? { config: null, problem, pin } : { config, problem: null, pin };
    }
  }
}

type Over = Readout &
  KioskBackend & {
    readonly shell: KioskShell;
    readonly pictures: Pictures;
    readonly assets: Assets;
    readonly machine: KioskMachine | null;
    readonly voice: boolean;
    readonly directory: string;
    readonly files: SmallFiles;
    readonly clock: DeviceClock;
  };

function openOver(over: Over): Kiosk {
  const { source, shell, config, pin, problem, pictures, machine, directory, files, clock } = over;
  const till = clientOf(over.kiosk);
  const currency = () => source.snapshot().settings.currency;
  const shop = followShopGoods(source, till);
  const catalogue =
    config === null
      ? null
      : createCatalogue({
          config,
          currency,
          machine,
          shop: shop.current,
          pictures: { addressOf: pictures.addressOf, addressInShop: shopPictures(over.assets) },
        });
  const guard = createPinGuard(clock, keepIn(files, join(directory, TRIES_FILE), triesKept));
  return createKiosk({
    source,
    till,
    display: over.display,
    clock,
    config,
    catalogue,
    onGoods: (listener) => {
      const unfollow = shop.subscribe(listener);
      return () => {
        unfollow();
        shop.stop();
      };
    },
    voice: over.voice,
    openMenu: (changed) =>
      createServiceMenu({
        till,
        clock,
        guard,
        pin,
        machine,
        catalogue,
        problem,
        shell,
        changed,
      }),
  });
}

/** Where the kiosk's page finds a picture of the shop's catalogue. */
function shopPictures(assets: Assets): (name: string | null) => string | null {
  return (name) => {
    const address = `${PICTURES_FOLDER}/${name}`;
    return name === null || assets.get(address) === undefined ? null : `./${address}`;
  };
}
