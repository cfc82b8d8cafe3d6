import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { portalAr } from '../../../renderer/i18n/ar/portal.ts';
import { walletAr } from '../../../renderer/i18n/ar/wallet.ts';
import { portalDe } from '../../../renderer/i18n/de/portal.ts';
import { walletDe } from '../../../renderer/i18n/de/wallet.ts';
import { portalEn } from '../../../renderer/i18n/en/portal.ts';
import { walletEn } from '../../../renderer/i18n/en/wallet.ts';
import { portalNb } from '../../../renderer/i18n/nb/portal.ts';
import { walletNb } from '../../../renderer/i18n/nb/wallet.ts';
import { API_REFUSALS, beforeSignIn, readReply } from '../../../renderer/state/api-answer.ts';
import { LANGUAGES } from '../../../shared/catalogue/language.ts';
import { ERRORS } from '../../../shared/protocol/errors.ts';

const WORDS = {
  en: [walletEn, portalEn],
  nb: [walletNb, portalNb],
  de: [walletDe, portalDe],
  ar: [walletAr, portalAr],
};

/** Words of the API that must not reach a reader. */
const API_WORDS = /_|error|request id|json|http|header|null/i;

const SENTENCE = 'Some fields are not valid; error_details names each of them.';

function problemOf(status: number, error_type: string | undefined) {
  const body = { error_type, error_description: SENTENCE };
  const read = readReply(z.null(), { status, body, skew: null });
  if (read.ok) throw new Error('not a refusal');
  return read.problem;
}

describe.each(LANGUAGES)('in %s', (language) => {
  const tables = WORDS[language].map(({ refusals }) => refusals);

  it.each(Object.entries(ERRORS))(
    '%s (%i) has a sentence before and after the sign-in',
    (type, status) => {
      // Also from a service that leaves the type out, or has one of its own.
      for (const sent of [type, undefined, 'Teapot']) {
        const problem = problemOf(status, sent);
        expect(problem.refusal).toBe(problemOf(status, type).refusal);
        for (const { refusal } of [problem, beforeSignIn(problem)]) {
          for (const words of tables) {
            const text = refusal === null ? '' : words[refusal];
            expect(text).toMatch(/\S.*\.$/);
            expect(text).not.toMatch(API_WORDS);
          }
        }
      }
    },
  );

  it('the sentences differ, because each asks for something else', () => {
    for (const words of tables) {
      const texts = API_REFUSALS.map((refusal) => words[refusal]);
      expect(new Set(texts).size).toBe(API_REFUSALS.length);
    }
  });
});

it('a visitor is told that the code is wrong, and not that the session is over', () => {
  const problem = problemOf(401, 'Unauthorized');
  expect([problem.refusal, beforeSignIn(problem).refusal]).toEqual(['signed_out', 'wrong_sign_in']);
});

it('a status that the API does not have is refused, or the service cannot answer now', () => {
  expect([problemOf(418, undefined).refusal, problemOf(504, undefined).refusal]).toEqual([
    'not_accepted',
    'unavailable',
  ]);
});

it('a failure of something between page and service is no answer', () => {
  const read = readReply(z.null(), { status: 502, body: '<html>', skew: null });
  expect(read).toMatchObject({ problem: { kind: 'unreachable', refusal: null } });
});
