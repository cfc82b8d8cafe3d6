import { sayCheck } from '../../../shared/device/pairing/checks.ts';
import { deviceName, type Machine } from '../adapters/machine.ts';
import { unattendedFeatures } from '../bridge/screen-backend.ts';
import { createSwitchingBackend, type SwitchingBackend } from '../bridge/switching-backend.ts';
import type { MachineAccess } from '../diagnosis/machine-access.ts';
import { type Connection, readConnection } from '../pairing/connection-file.ts';
import {
  type AccessRead,
  type Connected,
  hostChecks,
  hostPairDeps,
  readAccess,
} from '../pairing/pair-till.ts';
import type { Screens } from '../screens/screens.ts';
import { chooseSecretStore, type SystemSecrets } from '../secrets/choose-store.ts';
import { openSecretStore, type SecretStore } from '../secrets/secret-store.ts';
import { readShopCurrencies } from '../service/shop-currencies.ts';
import { loadSettings } from '../settings/till-settings.ts';
import { noSettings } from '../setup/first.ts';
import { createSetup, type SetupDeps } from '../setup/setup.ts';
import { StartError } from '../start-error.ts';
import { openTillOf, type TillOptions } from './open-till.ts';
import type { TillPorts } from './ports.ts';

export type RemoteTillOptions = {
  /** The till's data directory, which exists. */
  readonly directory: string;
  /** Base address of the API from the command line; null for the kept one. */
  readonly baseUrl: string | null;
  readonly system: SystemSecrets;
  /** Whether `--secret-file` was given. */
  readonly file: 'allowed' | 'refused';
  readonly machine: Machine;
  /** Windows and printers of this machine. */
  readonly machineAccess: Omit<MachineAccess, 'secrets'>;
  readonly presence: TillOptions['presence'];
  readonly firstCode: TillOptions['firstCode'];
  /** The browsers that may open the till; null if only its own window may. */
  readonly screens: Screens | null;
  readonly ports: TillPorts;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

export type RemoteTill = {
  readonly backend: SwitchingBackend;
  readonly close: () => Promise<void>;
};

/**
 * Opens a till of a remote service with the kept connection. Without one, or when the service
 * refuses it, the screen asks for a pairing first. Throws `StartError` when the data belong to a
 * till of another service.
 */
export async function openRemoteTill(options: RemoteTillOptions): Promise<RemoteTill> {
  const { directory, baseUrl, machine } = options;
  const kept = await readConnection(directory);
  if (kept !== null && baseUrl !== null && kept.base_url !== baseUrl) {
    throw new StartError(
      `${directory} holds a till of ${kept.base_url}. Choose another folder with --data.`,
    );
  }
  const language = machine.env.LC_ALL || machine.env.LANG;
  const backend = createSwitchingBackend(noSettings(language, machine.zone));
  const stops: (() => Promise<void>)[] = [];
  let closed = false;

  async function open({ access, settings, connection }: Connected): Promise<void> {
    const deviceCode = deviceCodeOf(connection);
    const opened = await openTillOf(access, {
      ...tillOptions(options, connection),
      settings,
      deviceCode,
    });
    if (closed) return opened.close();
    stops.push(opened.close);
    const own = deviceCode === null ? {} : ({ deviceCode: 'own' } as const);
    const { screens } = options;
    const features =
      options.presence.kind === 'cashier' ? { ...opened, screens } : unattendedFeatures(opened);
    backend.showTill(opened.terminal, { ...settings, ...own }, features);
  }

  async function runSetup(why: SetupDeps['why']): Promise<void> {
    const known = {
      address: baseUrl ?? kept?.base_url ?? null,
      merchantId: kept?.merchant_id ?? null,
      shop: null,
      userId: kept?.user_id ?? null,
      posId: kept?.pos_id ?? null,
    };
    while (!closed) {
      const setup = createSetup(setupParts(options, kept?.secrets ?? null, known, why));
      backend.showSetup(setup, noSettings(language, machine.zone));
      const till = await setup.finished;
      try {
        return await open(till);
      } catch (error) {
        // For example another program holds the journal; the operator can try again.
        options.report(error instanceof Error ? error.message : String(error));
      }
    }
  }

  const read = await accessOf(options);
  if (read.kind === 'found' && !(await isRefused(read, options))) {
    const settings = loadSettings(directory, {
      shop: { name: read.connection.merchant_id, address: null, organisationNumber: null },
      posId: read.connection.pos_id,
      systemLanguage: language,
      machineZone: machine.zone,
    });
    await open({ access: read.access, settings, connection: read.connection });
  } else {
    const why = read.kind === 'found' ? 'refused' : read.kind === 'none' ? 'first' : 'unreadable';
    if (read.kind === 'unreadable') options.report(read.description);
    if (why === 'refused') options.report(REFUSED);
    void runSetup(why);
  }
  return {
    backend,
    async close() {
      closed = true;
      for (const stop of stops.splice(0)) await stop();
    },
  };
}

function tillOptions(options: RemoteTillOptions, { secrets }: Connection) {
  const { directory, report, presence, firstCode, machineAccess, ports } = options;
  return {
    directory,
    report,
    presence,
    machineAccess: { ...machineAccess, secrets },
    firstCode,
    signer: null,
    settlements: null,
    heardShop: null,
    ports,
  };
}

/** The till's own shortlink, whose code a customer can scan before the total is known. */
function deviceCodeOf({ shortlink_id: shortlinkId, shortlink_url: base }: Connection) {
  if (shortlinkId === null || base === null) return null;
  return { shortlinkId, address: `${base.replace(/\/+$/, '')}/s/${shortlinkId}` };
}

const REFUSED =
  'The service refuses this till: it was revoked, or its credentials were replaced. ' +
  'Pair it again on the screen.';

async function accessOf(
  options: Pick<RemoteTillOptions, 'directory' | 'system' | 'file'>,
): Promise<AccessRead> {
  const kept = await readConnection(options.directory);
  if (kept === null) return { kind: 'none' };
  const store = storeOf(options, kept.secrets);
  if (!store.ok) return { kind: 'unreadable', description: store.refusal.description };
  return readAccess(options.directory, store.value);
}

/** A secrets file that was allowed before stays allowed for that till. */
function storeOf(
  { directory, system, file }: Pick<RemoteTillOptions, 'directory' | 'system' | 'file'>,
  place: 'os' | 'file',
) {
  if (place === 'file') return { ok: true, value: openSecretStore(directory, null) } as const;
  return chooseSecretStore(directory, system, file);
}

/**
 * True only when the service refuses; without an answer the till opens and waits for its service. A wrong
 * clock is reported, and the till opens: it signs with the service's time.
 */
async function isRefused(
  read: Extract<AccessRead, { kind: 'found' }>,
  { report, ports }: Pick<RemoteTillOptions, 'report' | 'ports'>,
): Promise<boolean> {
  const results = await hostChecks(read.access, read.connection.pos_id, null, ports);
  const clock = results.find(({ reason }) => reason === 'clock_off');
  if (clock !== undefined) report(sayCheck(clock));
  return results.some(({ id, reason }) => id === 'credentials' && reason === 'refused');
}

function setupParts(
  { directory, system, file, machine, ports }: RemoteTillOptions,
  before: 'os' | 'file' | null,
  known: SetupDeps['known'],
  why: SetupDeps['why'],
): SetupDeps {
  const allowed = file === 'allowed' || before === 'file';
  const secrets = (wish: 'allowed' | 'refused') =>
    chooseSecretStore(directory, system, allowed ? 'allowed' : wish);
  const none: SecretStore = openSecretStore(directory, null);
  const { secrets: _, ...pairing } = hostPairDeps(directory, none, machine, ports);
  return {
    secrets,
    pairing,
    check: (access, posId, currency) => hostChecks(access, posId, currency, ports),
    currencies: (access) => readShopCurrencies(access, ports),
    device: deviceName(),
    known,
    why,
  };
}
