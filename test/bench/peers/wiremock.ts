import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFlow } from './flows.ts';
import type { HttpPeer } from './http-peer.ts';

const JAVA = 'java';

const MAPPINGS = [
  {
    request: { method: 'POST', urlPath: '/payment_request/' },
    response: {
      status: 201,
      jsonBody: { id: 'p3f8k2m9x0qa', uri: null },
      headers: { 'Content-Type': 'application/json' },
    },
  },
  {
    request: { method: 'POST', urlPathTemplate: '/payment_request/{id}/confirm/' },
    response: { status: 204 },
  },
  {
    request: { method: 'PUT', urlPathTemplate: '/payment_request/{id}/' },
    response: { status: 204 },
  },
];

/** Three mappings with one answer each, without a journal, as WireMock's documentation advises. */
export const WIREMOCK: HttpPeer = {
  name: 'WireMock 3.13.2',
  packages: ['wiremock@3.13.2'],
  calls: 'create, confirm, capture: one answer each',
  durability: 'none: answers from an example',
  missingRequirement() {
    const java = spawnSync(JAVA, ['-version'], { stdio: 'ignore' });
    return java.status === 0 ? null : 'Java is not installed';
  },
  prepare(home) {
    mkdirSync(join(home, 'mappings'));
    writeFileSync(join(home, 'mappings/payments.json'), JSON.stringify({ mappings: MAPPINGS }));
  },
  command: (installed, home, port) => [
    JAVA,
    `-Duser.home=${home}`,
    '-jar',
    join(installed, 'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar'),
    ...['--bind-address', '127.0.0.1', '--port', String(port), '--root-dir', home],
    ...['--no-request-journal', '--disable-request-logging', '--disable-banner'],
    // The bench's client needs `Content-Length`.
    ...['--use-chunked-encoding', 'never'],
  ],
  // After three seconds WireMock is half as fast as after fifteen.
  warmUp: 15,
  flow: exampleFlow,
};
