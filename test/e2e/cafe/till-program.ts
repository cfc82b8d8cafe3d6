import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, systemClock, systemIds } from '../../../main/host/adapters/machine.ts';
import { openTill, type TillOptions } from '../../../main/host/till/open-till.ts';
import { startHost } from '../../../main/host/till/screen-host.ts';
import type { Ready } from '../../../service/index.ts';

/** What the test hands to its till in a file, whose path is the only argument. */
export type Handed = Pick<TillOptions, 'directory' | 'settings'> & { readonly service: Ready };

/*
 * A till in a process of its own, which the test kills. It writes an address for each browser that may open its screen.
 */
const report = (sentence: string) => console.log(sentence);
const { directory, settings, service }: Handed = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
);
const till = await openTill({ service, directory, settings, report });
await startHost({
  ...till,
  settings,
  directory,
  assetsDir: join(packageRoot(), 'dist/screens/cashier'),
  displayDir: join(packageRoot(), 'dist/screens/customer-display'),
  clock: systemClock,
  ids: systemIds,
  port: 0,
  onLaunchAddress: (address) => report(`Open ${address}`),
});
