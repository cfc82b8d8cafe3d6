import { describe, expect, it } from 'vitest';
import {
  createPermission,
  decidePermission,
  includesScope,
  type PermissionCommand,
  permissionDueAt,
  permissionOverdue,
} from '../../../../service/permissions/rules/decide.ts';
import {
  PERMISSION_MOVES,
  type Permission,
} from '../../../../service/permissions/rules/permission.ts';
import {
  claimsOf,
  personalIdOf,
  userInfoOf,
} from '../../../../service/permissions/rules/user-info.ts';
import { money } from '../../../../shared/money/money.ts';
import { type Grant, permissionRequestInput } from '../../../../shared/protocol/permission.ts';
import { SCOPES } from '../../../../shared/protocol/scope.ts';
import { userInfo } from '../../../../shared/protocol/user-info.ts';

const NOW = 1_000_000;
const TERMS = { fee: money(150), currency: 'NOK' };
const rest = { userInfo: {}, idToken: null, expires: NOW + 10 };
const GRANT: Grant = { at: NOW, scope: 'openid', ...rest };

function asked(customerId: string | null = 'c1'): Permission {
  const draft = { customer: '4798765432', pos_id: 'p', pos_tid: 't', scope: 'openid email' };
  const request = permissionRequestInput.parse({ ...draft, expires_in: 60 });
  return createPermission({ rid: 'r', merchantId: 'm', request, customerId, now: NOW });
}

const COMMANDS: readonly PermissionCommand[] = [
  { kind: 'accept', grant: GRANT },
  { kind: 'decline' },
  { kind: 'expire' },
];

describe('the life of a permission request (D-111 to D-113)', () => {
  it('accepts every command while pending, and refuses every command afterwards with a conflict', () => {
    expect(PERMISSION_MOVES).toHaveLength(3);
    for (const command of COMMANDS) {
      const first = decidePermission(asked(), command, NOW, TERMS);
      if (!first.ok) throw new Error(first.refusal.description);
      const { next } = first.value;
      expect([next.version, next.seqno]).toEqual([2, 1]);
      expect(permissionDueAt(next)).toBeNull();
      for (const again of COMMANDS) {
        const second = decidePermission(next, again, NOW, TERMS);
        expect(second).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
      }
    }
  });

  it('has a fee when it is granted, and none otherwise', () => {
    const fees = COMMANDS.map((command) => {
      const decision = decidePermission(asked(), command, NOW, TERMS);
      return decision.ok ? decision.value.next.transactionFee : null;
    });
    expect(fees).toEqual([150, 0, 0]);
  });

  it('refuses a grant of more than was asked for', () => {
    const grant = { ...GRANT, scope: 'openid phone' };
    const decision = decidePermission(asked(), { kind: 'accept', grant }, NOW, TERMS);
    expect(decision).toMatchObject({ ok: false, refusal: { type: 'Bad Request' } });
  });

  it('expires exactly at its time, and fails at once for an unknown customer', () => {
    expect(permissionOverdue(asked(), NOW + 59_999)).toBe(false);
    expect(permissionOverdue(asked(), NOW + 60_000)).toBe(true);
    expect(asked(null).code).toBe(4004);
    expect(permissionOverdue(asked(null), NOW + 60_000)).toBe(false);
  });

  it.each([
    ['openid email', 'email', true],
    ['openid email', '', true],
    ['', '', true],
    ['openid', 'openid email', false],
    ['openid', 'open', false],
  ])('whether scope %o includes scope %o: %o', (whole, part, expected) => {
    expect(includesScope(whole, part)).toBe(expected);
  });
});

describe('the user information of a scope (D-119, D-131, D-132)', () => {
  const address = {
    name: 'Hjemme',
    street_address: 'Markveien 35',
    locality: 'Oslo',
    postal_code: '0554',
    country: 'NO',
    formatted: null,
  };
  const proofs = [{ source: 'bankid', verifiedAt: 5 }];
  const nationalId = { number: '01019012345', jurisdiction: 'no' as const, proofs };
  const profile = { email: 'i@example.no', emailVerified: true, address, nationalId };
  const person = { name: 'Ingrid', msisdn: '4798765432', profile };

  it('contains exactly the members of the granted scopes, for every set of scopes', () => {
    const expected: Readonly<Record<string, readonly string[]>> = {
      phone: ['phone_number', 'phone_number_verified'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      address: ['address'],
    };
    for (let set = 0; set < 2 ** SCOPES.length; set += 1) {
      const words = SCOPES.filter((_, index) => (set >> index) % 2 === 1);
      const open = words.filter(
        (word) => word === 'profile' || words.includes('openid') || expected[word] === undefined,
      );
      const members = open.flatMap((word) => expected[word] ?? []);
      const claims = claimsOf('s', person, words.join(' '));
      expect(Object.keys(claims).sort()).toEqual(['sub', ...members].sort());
      const info = Object.keys(userInfoOf(person, words.join(' ')));
      const shipping = open.includes('shipping_address') ? ['shipping_address'] : [];
      const numbers = open.filter((word) => word === 'fodselsnummer' || word === 'bankid');
      const told = members.filter((name) => name !== 'email_verified');
      expect(info.sort()).toEqual([...told, ...shipping, ...numbers].sort());
    }
  });

  it('has the same address and personal ids as the endpoints for an access token', () => {
    const info = userInfoOf(person, SCOPES.join(' '));
    expect(info.address).toEqual(claimsOf('s', person, SCOPES.join(' ')).address);
    expect(info.fodselsnummer).toEqual(personalIdOf(person, 'id'));
    expect(info.bankid).toEqual(personalIdOf(person, 'bankid'));
    expect(userInfo.parse(info)).toEqual(info);
  });

  it('omits data that the customer has not given or that no bank has verified', () => {
    const stranger = { ...person, profile: null };
    expect(userInfoOf(stranger, 'openid email shipping_address')).toEqual({});
    expect(claimsOf('s', stranger, 'openid email address')).toEqual({ sub: 's' });
    expect(personalIdOf(stranger, 'id')).toBeNull();
    const unproven = {
      ...person,
      profile: { ...profile, nationalId: { ...nationalId, proofs: [] } },
    };
    expect(personalIdOf(unproven, 'bankid')).toBeNull();
    expect(personalIdOf(unproven, 'id')).toMatchObject({ proofs: [] });
    expect(Object.keys(userInfoOf(unproven, 'bankid fodselsnummer'))).toEqual(['fodselsnummer']);
  });
});
