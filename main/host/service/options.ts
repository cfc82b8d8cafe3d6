import { join } from 'node:path';
import type { ServiceOptions } from '../../../service/index.ts';
import { present } from '../../../shared/objects/present.ts';

/**
 * The configuration of the embedded service; plain data, so that it can be sent to another process.
 */
export type EmbeddedServiceConfig = {
  readonly directory: string;
  readonly port: number;
  /** Address on the local network that also serves the customer's pages, or null. */
  readonly lanAddress: string | null;
  /** Root of the package, where the built pages are. */
  readonly root: string;
  /** File of certificate authorities that the service trusts in addition (PEM), or null. */
  readonly caFile: string | null;
};

/** Log level from which the till prints a line of the service. */
const WARNING = 40;

/** The options of the embedded service: loopback only, with the demo's shop. */
export function serviceOptions(config: EmbeddedServiceConfig): ServiceOptions {
  const { directory, port, lanAddress, root } = config;
  return {
    data: { kind: 'directory', path: directory },
    port,
    demo: true,
    walletPages: join(root, 'dist/screens/wallet'),
    portalPages: join(root, 'dist/screens/portal'),
    ...present({ lanWallet: lanAddress === null ? null : { host: lanAddress, port } }),
    log: {
      write(line) {
        if (levelOf(line) >= WARNING) process.stderr.write(line);
      },
    },
  };
}

function levelOf(line: string): number {
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? WARNING);
}
