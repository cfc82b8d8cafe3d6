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

/** Three mappings with an answer each, without a journal, as it is advised for loads. */
export const WIREMOCK: HttpPeer = {
  name: 'WireMock 3.13.2',
  packages: ['wiremock@3.13.2'],
  asked: 'create, confirm, capture: one answer each',
  durability: 'none: answers from an example',
  missing() {
    const java = spawnSync(JAVA, ['-version'], { stdio: 'ignore' });
    return java.status === 0 ? null : 'there is no Java here';
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
    // Our client wants to be told how long an answer is.
    ...['--use-chunked-encoding', 'never'],
  ],
  // Its engine is half as fast after three seconds as after fifteen.
  warmUp: 15,
  flow: exampleFlow,
};
