import { expect, test } from 'vitest';
import { KIOSK_WORDS } from '../../../renderer/i18n/customer.ts';
import { QUESTION_WORDS } from '../../../renderer/i18n/question.ts';
import type { Aids, KioskView } from '../../../shared/device/kiosk/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { QUESTIONS } from '../questions.ts';
import { kioskOfEachTest } from './fixture.ts';
import { AIDS, CODE, NOW, sale, view } from './views.ts';

const question = { id: 'q1', ...QUESTIONS['question-tip'], until: NOW + 20_000 };
const asking = (aids: Partial<Aids> = {}): KioskView =>
  view({ kind: 'question', question }, { aids: { ...AIDS, language: 'en', ...aids } });
const { kiosk, page, pressed } = kioskOfEachTest(view({ kind: 'attract' }));

test('the question for a tip is answered once by its key, and Cancel goes back', async () => {
  await kiosk().show(asking());
  await page().getByRole('button', { name: /^10%/ }).dblclick();
  await page().getByRole('button', { name: 'Cancel' }).click();
  expect(await pressed()).toEqual([
    { type: 'answer', question: 'q1', answer: { kind: 'choice', option: 'p1000' } },
    { type: 'cancel' },
  ]);
});

test.each(['en', 'nb', 'de', 'ar'] as const)(
  'the question is spoken in %s with the numbers of its options, which the keypad chooses',
  async (language) => {
    const asked = asking({ language, speech: 'keypad' });
    // The introduction is spoken with the first screen alone.
    await kiosk().show({ ...asked, screen: { kind: 'closed', because: 'machine' } });
    await kiosk().show(asked);
    const spoken = (await kiosk().spoken()).at(-1) ?? '';
    const words = QUESTION_WORDS[language];
    const { keyNumber, keyCancel } = KIOSK_WORDS[language];
    for (const text of [words.tipHead, words.tipNone, keyNumber, keyCancel, '4:', '5:']) {
      expect(spoken).toContain(text);
    }
    // Amounts are words.
    expect(spoken).not.toMatch(/\bkr\b|NOK|,00|\.00/);
    await page().keyboard.press('9');
    await page().keyboard.press('5');
    await page().keyboard.press('Escape');
    const commands = await pressed();
    expect(commands).toEqual([
      { type: 'answer', question: 'q1', answer: { kind: 'choice', option: 'none' } },
      { type: 'cancel' },
    ]);
  },
);

test('the payment shows the price with the tip, and says how much of it is the tip', async () => {
  const scan = { kind: 'scan', uri: CODE, expires: NOW + 60_000 } as const;
  const aids = { ...AIDS, language: 'en' } as const;
  await kiosk().show(view(sale(scan, { tip: money(520) }), { aids }));
  await page()
    .getByText(/57\.20/)
    .first()
    .waitFor();
  await page()
    .getByText(/^With a tip of kr\s5\.20$/)
    .waitFor();
});
