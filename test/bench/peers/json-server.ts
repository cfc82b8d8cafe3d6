import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceFlow } from './flows.ts';
import { type HttpPeer, nothingMissing } from './http-peer.ts';

const FILE = 'db.json';

/** Keeps payments as resources in one JSON file, which it rewrites at each change. */
export const JSON_SERVER: HttpPeer = {
  name: 'json-server 0.17.4',
  packages: ['json-server@0.17.4'],
  calls: 'POST, PATCH, PATCH of a resource; its file is empty at first',
  durability: 'a JSON file rewritten, not flushed to the disk',
  missingRequirement: nothingMissing,
  prepare(home) {
    writeFileSync(join(home, FILE), JSON.stringify({ payment_request: [] }));
  },
  command: (installed, home, port) => [
    process.execPath,
    join(installed, 'node_modules/json-server/lib/cli/bin.js'),
    ...[join(home, FILE), '--host', '127.0.0.1', '--port', String(port), '--quiet'],
  ],
  warmUp: 3,
  flow: resourceFlow,
};
