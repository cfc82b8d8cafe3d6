import { beforeEach, expect, test } from 'vitest';
import { setupIpc } from '../../../../main/electron/ipc/bridge-ipc.ts';
import { createTrustedSenders } from '../../../../main/electron/ipc/trusted-senders.ts';
import { createScreenBackend } from '../../../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { createQuestions } from '../../../../main/host/questions/questions.ts';
import { IPC } from '../../../../shared/device/bridge/contract.ts';
import { DISPLAY_IPC } from '../../../../shared/device/bridge/customer-view.ts';
import { tipQuestion } from '../../../../shared/device/tips/tips.ts';
import { money } from '../../../../shared/money/money.ts';
import { ipcMain, resetElectron, WebContentsDouble } from '../../../electron-double/electron.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

const SCREEN = 'app://cashier/index.html';
let till: ReturnType<typeof createScriptedTerminal>;
let page: WebContentsDouble;
let questions: ReturnType<typeof createQuestions>;
let display: WebContentsDouble;

beforeEach(() => {
  resetElectron();
  till = createScriptedTerminal();
  page = new WebContentsDouble(SCREEN);
  const trusted = createTrustedSenders();
  // The double has the members that are used; the rest of Electron's class is not played.
  trusted.add(page as never, 'cashier');
  display = new WebContentsDouble('app://customer-display/index.html');
  trusted.add(display as never, 'customer-display');
  questions = createQuestions({ clock: createManualClock() });
  setupIpc(
    createScreenBackend(till.terminal, TILL_SETTINGS, { ...TERMINAL_ALONE, questions }),
    trusted,
  );
});

const event = (sender: WebContentsDouble, frame: { url: string } | null = sender.mainFrame) => ({
  sender,
  senderFrame: frame,
});
const refused = { ok: false, refusal: { type: 'Unauthorized' } };

test('the till’s screen receives a snapshot and each later change', async () => {
  const first = await ipcMain.play(event(page), IPC.subscribe);
  expect(first).toMatchObject({ settings: TILL_SETTINGS, view: { notReady: null } });
  till.show({ notReady: 'journal_full' });
  expect(page.sent).toMatchObject([
    { channel: IPC.snapshot, values: [{ view: { notReady: 'journal_full' } }] },
  ]);
});

test.each([
  ['a page that this app did not open', () => event(new WebContentsDouble(SCREEN))],
  ['another frame of the page', () => event(page, { url: SCREEN })],
  ['a frame that no longer exists', () => event(page, null)],
  [
    'the page at another address',
    () => {
      page.mainFrame = { url: 'https://evil.example/' };
      return event(page);
    },
  ],
  [
    'the page at another screen’s address',
    () => {
      page.mainFrame = { url: 'app://kiosk/index.html' };
      return event(page);
    },
  ],
  [
    'the page at an address that resembles the screen’s',
    () => {
      page.mainFrame = { url: 'app://cashier.evil/index.html' };
      return event(page);
    },
  ],
  [
    'a page that was closed',
    () => {
      page.destroy();
      return event(page);
    },
  ],
])('%s is refused', async (_name, forge) => {
  const forged = forge();
  expect(await ipcMain.play(forged, IPC.call, { type: 'refresh' })).toMatchObject(refused);
  expect(await ipcMain.play(forged, IPC.subscribe)).toBe(null);
  till.show({ notReady: 'journal_full' });
  expect(till.asked).toEqual([]);
  expect(forged.sender.sent).toEqual([]);
});

test('a customer’s display receives the customer’s view only and cannot send commands', async () => {
  const first = await ipcMain.play(event(display), DISPLAY_IPC.subscribe);
  expect(first).toEqual({
    shop: 'Kaffebaren Løkka',
    locale: 'nb-NO',
    timeZone: 'UTC',
    language: 'en',
    payments: 'possible',
    sale: null,
  });
  till.show({ notReady: 'journal_full' });
  expect(display.sent).toMatchObject([
    { channel: DISPLAY_IPC.view, values: [{ payments: 'down' }] },
  ]);
  expect(await ipcMain.play(event(display), IPC.call, { type: 'refresh' })).toMatchObject(refused);
  expect(await ipcMain.play(event(display), IPC.subscribe)).toBe(null);
  expect(till.asked).toEqual([]);
});

test('a customer’s display at the cashier’s address receives no view and cannot send commands', async () => {
  display.mainFrame = { url: SCREEN };
  expect(await ipcMain.play(event(display), IPC.call, { type: 'refresh' })).toMatchObject(refused);
  expect(await ipcMain.play(event(display), DISPLAY_IPC.subscribe)).toBe(null);
});

test('the cashier’s page gets no customer view', async () => {
  expect(await ipcMain.play(event(page), DISPLAY_IPC.subscribe)).toBe(null);
});

test('an invalid payload is refused with the invalid field', async () => {
  const command = { type: 'act', saleId: '../../x', action: 'cancel' };
  expect(await ipcMain.play(event(page), IPC.call, command)).toMatchObject({
    ok: false,
    refusal: { type: 'validation_error', details: { saleId: [expect.any(String)] } },
  });
  expect(till.asked).toEqual([]);
});

test('a page that subscribes twice receives each view once', async () => {
  await ipcMain.play(event(page), IPC.subscribe);
  await ipcMain.play(event(page), IPC.subscribe);
  till.show({ notReady: 'starting' });
  expect(page.sent).toHaveLength(1);
});

test('a closed page receives nothing', async () => {
  await ipcMain.play(event(page), IPC.subscribe);
  page.destroy();
  till.show({ notReady: 'starting' });
  expect(page.sent).toEqual([]);
  expect(till.listeners()).toBe(0);
});

test('only a customer’s display answers, only the open question, and nobody is asked without one', async () => {
  const tips = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 } as const;
  const asked = tipQuestion(tips, money(10_000));
  expect(questions.ask('screen', 'q0', asked).ok).toBe(false);
  await ipcMain.play(event(display), DISPLAY_IPC.subscribe);
  expect(questions.ask('screen', 'q1', asked).ok).toBe(true);
  const answer = { kind: 'choice', option: 'p1000' };
  const command = { type: 'answer_question', question: 'q1', answer };
  expect(await ipcMain.play(event(page), DISPLAY_IPC.answer, command)).toMatchObject(refused);
  const play = (input: unknown) => ipcMain.play(event(display), DISPLAY_IPC.answer, input);
  expect(await play({ type: 'refresh' })).toMatchObject(refused);
  expect(await play({ ...command, question: 'q2' })).toMatchObject({ ok: false });
  expect(questions.view().open?.id).toBe('q1');
  expect(await play(command)).toEqual({ ok: true, value: null });
  expect(questions.view().ended).toEqual([{ id: 'q1', end: { how: 'answered', answer } }]);
  expect(till.asked).toEqual([]);
  display.destroy();
  expect(questions.ask('screen', 'q3', asked).ok).toBe(false);
});
