import type { SetupView } from '../../../shared/device/bridge/setup.ts';
import type { CheckResult } from '../../../shared/device/pairing/checks.ts';

/** The first question of a till that is not paired. */
export const ASKING: SetupView = {
  stage: { kind: 'asking' },
  facts: { address: null, merchantId: null, shop: null, userId: null, posId: null },
  why: 'first',
  secrets: 'kept',
  problem: null,
};
const FACTS = {
  address: 'https://pay.example.com/merchant/v1',
  merchantId: 'tk6v3m1q',
  shop: 'Fjord Kaffe',
  userId: 'till-4f8k2m9x',
  posId: 'kasse-2',
};
const passed = (number: number, id: CheckResult['id'], fact: string): CheckResult => ({
  number,
  id,
  state: 'passed',
  reason: null,
  fact,
});
const GOOD: readonly CheckResult[] = [
  passed(1, 'address', 'https://pay.example.com'),
  passed(2, 'time', '0'),
  passed(3, 'credentials', FACTS.userId),
  passed(4, 'merchant', FACTS.shop),
  passed(5, 'pos', 'Kasse 2'),
  { number: 6, id: 'push', state: 'warning', reason: 'no_push', fact: null },
];
const BAD: readonly CheckResult[] = [
  {
    ...passed(1, 'address', ''),
    state: 'warning',
    reason: 'not_encrypted',
    fact: 'http://x.example',
  },
  { ...passed(2, 'time', ''), state: 'warning', reason: 'clock_off', fact: '96' },
  { ...passed(3, 'credentials', ''), state: 'failed', reason: 'refused', fact: FACTS.userId },
  ...(['merchant', 'pos', 'push'] as const).map(
    (id, index): CheckResult => ({
      number: index + 4,
      id,
      state: 'skipped',
      reason: 'earlier_failed',
      fact: null,
    }),
  ),
];
const LINE = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtillkitkeytext00000\n';
const PEM = `-----BEGIN PUBLIC KEY-----\n${LINE.repeat(6)}-----END PUBLIC KEY-----\n`;

/** Every stage of the first run, by the name of its picture. */
export const SETUPS: Readonly<Record<string, SetupView>> = {
  first: ASKING,
  consent: { ...ASKING, secrets: 'ask' },
  problem: {
    ...ASKING,
    secrets: 'ask',
    facts: { ...ASKING.facts, address: FACTS.address },
    problem: { kind: 'too_many_tries', description: 'Too many.', retryAfter: 20 },
  },
  revoked: { ...ASKING, why: 'refused', facts: { ...ASKING.facts, address: FACTS.address } },
  working: { ...ASKING, facts: FACTS, stage: { kind: 'working', at: 'checking' } },
  key: { ...ASKING, stage: { kind: 'key_made', publicKey: PEM } },
  ready: { ...ASKING, facts: FACTS, stage: { kind: 'checked', results: GOOD, done: true } },
  missing: { ...ASKING, facts: FACTS, stage: { kind: 'checked', results: BAD, done: false } },
};
