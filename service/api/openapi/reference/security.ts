import { pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import { THREATS } from './threats.ts';

const INTRO = `What could go wrong on purpose, what stops it, and the test that shows it. The service
is assumed to run behind TLS on a machine that its operator controls. It protects merchants from each
other, from people on the network, and from clients and receivers that do not behave. It does not
protect a merchant from somebody who has the merchant’s own secret or key, nor the data from somebody
who can read the disk; the operator’s backups and disks need the same care as a database of payments.`;

const LEVELS: readonly (readonly string[])[] = [
  ['OPEN', 'No credentials.', 'Status codes, published keys, this reference.'],
  [
    'SECRET',
    '`Authorization: SECRET <secret>` with merchant and user.',
    'Everyday calls of a till.',
  ],
  ['KEY', 'An RSA signature over method, address and headers.', 'Refunds, users, lists of POS.'],
  ['integrator', 'As KEY, by the integrator’s own key.', 'Only for merchants that name it.'],
  ['Basic', 'Id and password of an OAuth client.', 'The token endpoint.'],
  ['TWOFACTOR', 'A customer’s session: number and one-time code.', 'Consent to an application.'],
];

/** The levels of authentication and the threats, each with the test that shows its defence. */
export function securityPage(): string {
  const rows = THREATS.filter(({ test }) => test !== null).map((row) => [
    row.threat,
    row.defence,
    `${row.test?.name} (\`${row.test?.file}\`)`,
  ]);
  const open = THREATS.filter(({ test }) => test === null).map((row) => [row.threat, row.defence]);
  const untested =
    open.length === 0 ? [] : ['## Without a test of its own', table(['Threat', 'Defence'], open)];
  return pageOf('Security', [
    INTRO,
    `## Levels\n\nKEY may do what SECRET may, and SECRET what OPEN may. A level that is too low is
answered like wrong credentials: 401.`,
    table(['Level', 'Credentials', 'For'], LEVELS),
    '## Threats',
    table(['Threat', 'Defence', 'Test'], rows),
    ...untested,
  ]);
}
