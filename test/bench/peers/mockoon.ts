import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFlow } from './flows.ts';
import { type HttpPeer, nothingMissing } from './http-peer.ts';

const FILE = 'environment.json';

/** Mockoon identifies routes and responses by UUIDs. */
const uuid = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

type Answer = readonly [method: string, endpoint: string, status: number, body: string];

const ANSWERS: readonly Answer[] = [
  ['post', 'payment_request/', 201, '{"id":"p3f8k2m9x0qa","uri":null}'],
  ['post', 'payment_request/:id/confirm/', 204, ''],
  ['put', 'payment_request/:id/', 204, ''],
];

const TYPE = { key: 'Content-Type', value: 'application/json' };

function routeOf([method, endpoint, statusCode, body]: Answer, index: number) {
  const response = {
    uuid: uuid(100 + index),
    statusCode,
    headers: body === '' ? [] : [TYPE],
    bodyType: 'INLINE',
    body,
    latency: 0,
    rules: [],
    rulesOperator: 'OR',
    // The bodies are not templates, so Mockoon need not parse them.
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
  };
  return { uuid: uuid(index + 1), type: 'http', method, endpoint, responses: [response] };
}

const routes = ANSWERS.map(routeOf);
const ENVIRONMENT = {
  uuid: uuid(0),
  lastMigration: 33,
  name: 'peer',
  endpointPrefix: '',
  latency: 0,
  folders: [],
  routes,
  rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  proxyMode: false,
  tlsOptions: { enabled: false },
  cors: false,
  headers: [],
  data: [],
  callbacks: [],
};

/** Three routes with one answer each. The log of transactions and the admin API are off. */
export const MOCKOON: HttpPeer = {
  name: 'Mockoon CLI 9.9.0',
  packages: ['@mockoon/cli@9.9.0'],
  calls: 'create, confirm, capture: one answer each',
  durability: 'none: answers from an example',
  missingRequirement: nothingMissing,
  prepare(home) {
    writeFileSync(join(home, FILE), JSON.stringify(ENVIRONMENT));
  },
  command: (installed, home, port) => [
    process.execPath,
    join(installed, 'node_modules/@mockoon/cli/bin/run.js'),
    ...['start', '--data', join(home, FILE), '--hostname', '127.0.0.1', '--port', String(port)],
    ...['--repair', '--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0'],
  ],
  warmUp: 3,
  flow: exampleFlow,
};
