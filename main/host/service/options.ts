import { join } from 'node:path';
import type { ServiceOptions } from '../../../service/index.ts';

/** What is decided before the service starts; plain data, so that another process can be told. */
export type EmbeddedServiceConfig = {
  readonly directory: string;
  readonly port: number;
  /** Address of this machine on which the customer's pages are offered too, or null. */
  readonly lanAddress: string | null;
  /** Root of the package, where the built pages are. */
  readonly root: string;
};

/** Level from which a line of the service's log is worth a till's attention. */
const WARNING = 40;

/** The till's own service: embedded, on this machine alone, with the demo's shop. */
export function serviceOptions(config: EmbeddedServiceConfig): ServiceOptions {
  const { directory, port, lanAddress, root } = config;
  return {
    data: { kind: 'directory', path: directory },
    port,
    demo: true,
    portalAssets: join(root, 'dist/screens/wallet'),
    merchantAssets: join(root, 'dist/screens/portal'),
    ...(lanAddress === null ? {} : { lanPortal: { host: lanAddress, port } }),
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
