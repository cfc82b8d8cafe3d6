import type { Ready } from '../../../service/index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { thisMachine } from '../adapters/machine.ts';
import { hasConnection, refuseMixedData } from '../pairing/connection-file.ts';
import { readAccess } from '../pairing/pair-till.ts';
import { openSecretStore } from '../secrets/secret-store.ts';
import { identityOf, type TillAccess } from '../service/access.ts';
import { loadSettings } from '../settings/till-settings.ts';
import { StartError } from '../start-error.ts';
import type { ServiceConfig, TerminalConfig } from './config.ts';
import { readSecret, type SecretSource } from './secret.ts';

/** The service of a terminal, and the terminal's identity there. */
export type ConnectedService = {
  readonly access: TillAccess;
  readonly posId: string;
  /** The settings that the pairing wrote, and what a person changed in them since; null for another kind. */
  readonly paired: TillSettings | null;
  readonly deviceCode: { readonly shortlinkId: string; readonly address: string } | null;
  /** The embedded service; null for another kind. */
  readonly embedded: Ready | null;
  readonly stop: () => Promise<void>;
};

/** Connects or starts the configured service. Throws `StartError`. */
export function connectService(
  config: TerminalConfig,
  directory: string,
  source: SecretSource,
): Promise<ConnectedService> {
  const { service } = config;
  switch (service.kind) {
    case 'embedded':
      return embeddedService(config, service, directory);
    case 'paired':
      return pairedService(config, directory);
    case 'remote':
      return remoteService(config, service, directory, source);
  }
}

type Of<K extends ServiceConfig['kind']> = Extract<ServiceConfig, { kind: K }>;

async function embeddedService(
  config: TerminalConfig,
  { port, demo, simulator }: Of<'embedded'>,
  directory: string,
): Promise<ConnectedService> {
  if (hasConnection(directory)) {
    throw new StartError(`${directory} belongs to a paired till. Choose another folder.`);
  }
  const data = { kind: 'directory', path: directory } as const;
  // Loaded here, because a terminal of a remote service does not need it.
  const { createService } = await import('../../../service/index.ts');
  const service = createService({ data, port, demo, simulator, log: 'silent' });
  const ready = await service.start();
  try {
    return {
      access: { baseUrl: ready.base_url, identity: identityOf(ready) },
      posId: config.pos_id ?? ready.pos[0]?.id ?? 'till',
      paired: null,
      deviceCode: deviceCodeOf(config, ready.shortlink_url),
      embedded: ready,
      stop: () => service.stop(),
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function pairedService(config: TerminalConfig, directory: string): Promise<ConnectedService> {
  // Without Electron no key store of the system is available, so the pairing used the file.
  const read = await readAccess(directory, openSecretStore(directory, null));
  switch (read.kind) {
    case 'none':
      throw new StartError(`${directory} has no paired till; pair it first: tillkit pair --help.`);
    case 'unreadable':
      throw new StartError(read.description);
    case 'found': {
      const { pos_id, merchant_id, shortlink_id, shortlink_url: address } = read.connection;
      const paired = loadSettings(directory, {
        shop: { name: merchant_id, address: null, organisationNumber: null },
        posId: pos_id,
        systemLanguage: thisMachine.env.LC_ALL || thisMachine.env.LANG,
        machineZone: thisMachine.zone,
      });
      const link = { ...config, shortlink_id: config.shortlink_id ?? shortlink_id };
      return {
        access: read.access,
        posId: config.pos_id ?? pos_id,
        paired,
        deviceCode: deviceCodeOf(link, address),
        embedded: null,
        stop: async () => undefined,
      };
    }
  }
}

async function remoteService(
  config: TerminalConfig,
  service: Of<'remote'>,
  directory: string,
  source: SecretSource,
): Promise<ConnectedService> {
  refuseMixedData(directory);
  const { url, merchant, user, secret, private_key: key } = service;
  const credentials =
    key === null
      ? ({ kind: 'secret', secret: await readSecret(secret ?? { env: '' }, source) } as const)
      : ({ kind: 'key', privateKey: await readSecret(key, source) } as const);
  return {
    access: { baseUrl: url, identity: { merchantId: merchant, userId: user, credentials } },
    posId: config.pos_id ?? '',
    paired: null,
    deviceCode: deviceCodeOf(config, null),
    embedded: null,
    stop: async () => undefined,
  };
}

function deviceCodeOf(
  link: Pick<TerminalConfig, 'shortlink_id' | 'shortlink_url'>,
  known: string | null,
): ConnectedService['deviceCode'] {
  const { shortlink_id: shortlinkId } = link;
  const base = link.shortlink_url ?? known;
  if (shortlinkId === null || base === null) return null;
  return { shortlinkId, address: `${base.replace(/\/+$/, '')}/s/${shortlinkId}` };
}
