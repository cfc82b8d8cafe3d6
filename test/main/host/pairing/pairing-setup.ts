import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisMachine } from '../../../../main/host/adapters/machine.ts';
import { hostPairDeps, type PairDeps } from '../../../../main/host/pairing/pair-till.ts';
import { openSecretStore } from '../../../../main/host/secrets/secret-store.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { portalPairingCode } from '../../../../shared/portal/pairing.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { startTestService } from '../../../support/service.ts';

/** A service, its portal signed in, and empty data directories for tills. */
export async function startPairingWorld() {
  const service = await startTestService();
  const portal = merchantBrowser(service);
  await portal.signIn(service.users.admin);
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'tillkit-till-'));
    folders.push(made);
    return made;
  };
  return {
    service,
    portal,
    folder,
    /** A till that keeps its secrets in a file. */
    till(directory = folder()): PairDeps {
      return hostPairDeps(directory, openSecretStore(directory, null), thisMachine, MACHINE_PORTS);
    },
    async issue(posId = 'kasse-9', rights: 'sales' | 'refunds' = 'sales') {
      const wish = { pos_id: posId, name: 'Kasse 9', rights };
      const reply = await portal.post('/pairings', wish);
      return portalPairingCode.parse(reply.body);
    },
    async stop() {
      await service.stop();
      for (const one of folders) rmSync(one, { recursive: true, force: true });
    },
  };
}
