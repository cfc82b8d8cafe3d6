import { describe, expect, it } from 'vitest';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { PROFILES, profileList, unitWarning } from '../../../shared/protocol/profiles.ts';

describe('the unit of amounts', () => {
  it('is named at the start of a profile whose headers another unit has too', () => {
    expect(unitWarning(PROFILES.mcash)).toBe(
      'the profile mcash reads amounts in major units ("125.00" and 125 are 125.00); clients with ' +
        'the headers X-Mcash- that send minor units (12500 is 125.00) need the profile mcash-minor',
    );
    expect(unitWarning(PROFILES['mcash-minor'])).toMatch(/minor units .* need the profile mcash$/);
    expect([unitWarning(SVC_PROFILE), unitWarning(PROFILES.settle)]).toEqual([null, null]);
  });
});

it('the names of the profiles are a list for a sentence', () => {
  expect(profileList()).toBe('svc, settle, mcash or mcash-minor');
});
