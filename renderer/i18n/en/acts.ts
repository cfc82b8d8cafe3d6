import type { ActKind } from '../../../shared/portal/acts.ts';

/** Words of the list of what persons did, in English. Its shape is the contract for every other language. */
export const actsEn = {
  text: 'What people did in this portal. Nobody can change this list.',
  choose: 'Select a line to see more.',
  none: 'Nobody has changed anything here yet.',
  file: 'Activity (CSV)',
  person: 'Person',
  what: 'What',
  amount: 'Amount',
  reason: 'Reason',
  kinds: {
    refund: 'Refunded a payment',
    periodAside: 'Put a Z report aside',
    tillForget: 'Removed a till from the list',
    tillAlertChange: 'Changed the alert for silent tills',
    pairingCreate: 'Made a pairing code',
    pairingRevoke: 'Removed a till',
    userCreate: 'Added a user',
    secretRenew: 'Renewed a secret',
    keyPut: 'Registered a key',
    keyRemove: 'Removed a key',
    userRemove: 'Removed a user',
    appCreate: 'Added an app',
    appChange: 'Changed an app',
    appSecret: 'Renewed an app’s secret',
    appRemove: 'Removed an app',
    codeCreate: 'Made a code',
    codeChange: 'Changed a code',
    codeRemove: 'Removed a code',
    callbackResend: 'Sent a callback again',
    catalogueChange: 'Changed the items',
    catalogueImport: 'Imported items',
  } satisfies Readonly<Record<ActKind, string>>,
};
export type ActsWords = typeof actsEn;
