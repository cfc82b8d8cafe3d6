import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../service/api/openapi/document.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { describedFlow } from './flows.ts';
import { type HttpPeer, nothingMissing } from './http-peer.ts';

const DOCUMENT = 'openapi.json';

/** Serves Tillkit's OpenAPI document: Prism validates each request and answers with examples. */
export const PRISM: HttpPeer = {
  name: 'Prism 5.14.2',
  packages: ['@stoplight/prism-cli@5.14.2'],
  calls: "create, outcome, capture of Tillkit's OpenAPI document",
  durability: 'none: answers from an example',
  missingRequirement: nothingMissing,
  prepare(home) {
    writeFileSync(join(home, DOCUMENT), JSON.stringify(openApiDocument(SVC_PROFILE)));
  },
  command: (installed, home, port) => [
    process.execPath,
    join(installed, 'node_modules/@stoplight/prism-cli/dist/index.js'),
    ...['mock', join(home, DOCUMENT), '--host', '127.0.0.1', '--port', String(port)],
    ...['--verboseLevel', 'silent'],
  ],
  warmUp: 3,
  flow: describedFlow,
};
