import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RECOVERY_CODES } from '../../../../service/portal/second-factor.ts';
import {
  portalEntered,
  portalMe,
  portalTicket,
  RIGHTS_OF,
} from '../../../../shared/portal/sign-in.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { merchantBrowser, type PageReply } from '../../../support/merchant-pages.ts';
import {
  appOf,
  type PortalPeople,
  startPortalPeople,
  wrongCodes,
} from '../../../support/portal-people.ts';
import { startTestService } from '../../../support/service.ts';
import { STORES } from '../../../support/stores.ts';

const plain = ({ status, body }: PageReply) => JSON.stringify([status, body]);

describe.each(STORES)('self-service users on %s', (store) => {
  let people: PortalPeople;
  beforeAll(async () => {
    people = await startPortalPeople(store);
  });
  afterAll(() => people.stop());
  beforeEach(() => people.pastLimits());

  describe('signing in by e-mail', () => {
    it('enrols an app the first time, asks for its code the next time, and opens the shop', async () => {
      const one = await people.person('manager');
      const first = await people.enrolled(one);
      expect(first.me.user).toMatchObject({
        merchant_id: people.shop,
        user_id: one.email,
        rights: RIGHTS_OF.manager,
      });
      expect(first.recovery_codes).toHaveLength(RECOVERY_CODES);
      expect((await first.browser.get('/payments')).status).toBe(200);
      await people.nextStep();
      const again = merchantBrowser(people.service);
      const { ticket, enrol } = await people.ticketFor(again, one.email.toUpperCase());
      expect(enrol).toBeNull();
      expect((await again.get('/payments')).status).toBe(401);
      const reply = await again.post('/second-factor', { ticket, code: people.shownBy(first.app) });
      expect(portalEntered.parse(reply.body).recovery_codes).toEqual([]);
      expect((await again.get('/payments')).status).toBe(200);
      const kept = again.cookie();
      expect((await again.remove('/session')).status).toBe(204);
      again.setCookie(kept);
      expect((await again.get('/payments')).status).toBe(401);
    });

    it('returns the app’s key also as an otpauth address, and logs no secret', async () => {
      const one = await people.person();
      const browser = merchantBrowser(people.service);
      const code = await people.codeFor(browser, one.email);
      const reply = await browser.post('/email-session', { email: one.email, code });
      const { ticket, enrol } = portalTicket.parse(reply.body);
      const app = appOf(enrol?.uri ?? '');
      expect(enrol?.uri).toMatch(/^otpauth:\/\/totp\/Tillkit:person\d+%40kaffebar\.no\?/);
      expect(app.secret.base32).toBe(enrol?.secret);
      expect(app.secret.bytes).toHaveLength(20);
      const secret = enrol?.secret ?? 'none';
      for (const text of [one.email, code, ticket, secret])
        expect(people.log.join('')).not.toContain(text);
    });

    it('has the same replies for unknown addresses, and sends codes only to known ones', async () => {
      const one = await people.person();
      const browser = merchantBrowser(people.service);
      const before = people.gateway.heard.length;
      const unknown = await browser.post('/email-code', { email: 'nobody@kaffebar.no' });
      const known = await browser.post('/email-code', { email: one.email.toUpperCase() });
      expect(plain(unknown)).toBe(plain(known));
      const message = await people.mailed(before);
      expect(message).toEqual({
        id: expect.stringMatching(/^[\w-]{22}$/),
        email: one.email,
        code: expect.stringMatching(/^\d{6}$/),
        expires_in: LIMITS.walletCodeLife / SECOND,
      });
      const { code } = message;
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const refused = [
        await browser.post('/email-session', { email: 'nobody@kaffebar.no', code }),
        await browser.post('/email-session', { email: one.email, code: wrong }),
      ];
      expect(new Set(refused.map(plain)).size).toBe(1);
      expect(refused[0]?.status).toBe(401);
    });

    it('accepts only the newest code, once, and for five minutes', async () => {
      const one = await people.person();
      const browser = merchantBrowser(people.service);
      const send = (code: string) => browser.post('/email-session', { email: one.email, code });
      const older = await people.codeFor(browser, one.email);
      const newest = await people.codeFor(browser, one.email);
      if (older !== newest) expect((await send(older)).status).toBe(401);
      expect((await send(newest)).status).toBe(200);
      expect((await send(newest)).status).toBe(401);
      const late = await people.codeFor(browser, one.email);
      await people.service.service.simulator.advance(LIMITS.walletCodeLife / SECOND);
      expect((await send(late)).status).toBe(401);
    });

    it('limits the codes for one address, and allows more after the window', async () => {
      const one = await people.person();
      const browser = merchantBrowser(people.service);
      const ask = async () => (await browser.post('/email-code', { email: one.email })).status;
      const before = people.gateway.heard.length;
      for (let sent = 0; sent < LIMITS.walletCodesPerNumber; sent += 1)
        expect(await ask()).toBe(204);
      expect(await ask()).toBe(429);
      await people.service.service.simulator.advance(LIMITS.walletRateWindow / SECOND);
      expect(await ask()).toBe(204);
      // The next test counts messages, so none of these may still be on its way.
      const sent = before + LIMITS.walletCodesPerNumber + 1;
      await expect.poll(() => people.gateway.heard.length).toBe(sent);
    });

    it.each([
      ['/email-code', { email: 'nobody' }],
      ['/email-code', { email: `${'a'.repeat(300)}@kaffebar.no` }],
      ['/email-session', { email: 'a@kaffebar.no', code: '12345' }],
      ['/email-session', { email: 'a@kaffebar.no', code: '1234567' }],
      ['/second-factor', { ticket: 'x'.repeat(LIMITS.uriMax + 1), code: '123456' }],
      ['/second-factor', { ticket: 'x', code: '1'.repeat(41) }],
    ])('refuses %s with %j', async (path, body) => {
      expect((await merchantBrowser(people.service).post(path, body)).status).toBe(400);
    });
  });

  describe('a session without use', () => {
    it('of a self-service user ends after the idle time, and at its limit in any shop', async () => {
      const other = people.service.ready.other_merchant.id;
      const one = await people.person('admin');
      await people.also(other, one.email, 'admin');
      const { browser } = await people.enrolled(one);
      const { portalSessionIdle: idle, portalSessionLife: life } = LIMITS;
      const half = () => people.service.service.simulator.advance(idle / 2 / SECOND);
      for (let passed = 0; passed < life; passed += idle / 2) {
        const merchant_id = passed % idle === 0 ? other : people.shop;
        expect((await browser.post('/merchant', { merchant_id })).status).toBe(200);
        await half();
      }
      expect((await browser.get('/payments')).status).toBe(401);
      const idler = await people.enrolled(await people.person());
      await half();
      await half();
      expect((await idler.browser.get('/payments')).status).toBe(401);
    });
  });

  describe('the second factor', () => {
    it('accepts each code of the app once, also for another ticket at the same time', async () => {
      const one = await people.person();
      const { app } = await people.enrolled(one);
      const code = await people.nextCode(app);
      const [left, right] = [merchantBrowser(people.service), merchantBrowser(people.service)];
      const tickets = [
        await people.ticketFor(left, one.email),
        await people.ticketFor(right, one.email),
      ];
      const replies = await Promise.all(
        [left, right].map((browser, place) =>
          browser.post('/second-factor', { ticket: tickets[place]?.ticket, code }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
      await people.nextStep();
      const old = await right.post('/second-factor', { ticket: tickets[1]?.ticket, code });
      expect(old.status).toBe(401);
    });

    it('accepts each recovery code once, also in upper case and with blanks', async () => {
      const one = await people.person();
      const { recovery_codes: codes } = await people.enrolled(one);
      const browser = merchantBrowser(people.service);
      const { ticket } = await people.ticketFor(browser, one.email);
      const typed = ` ${codes[0]?.toUpperCase().replace('-', ' ')} `;
      expect((await browser.post('/second-factor', { ticket, code: typed })).status).toBe(200);
      expect((await browser.post('/second-factor', { ticket, code: typed })).status).toBe(401);
      expect((await browser.post('/second-factor', { ticket, code: codes[1] })).status).toBe(200);
    });

    it('needs a ticket that is not expired and not changed', async () => {
      const one = await people.person();
      const { app } = await people.enrolled(one);
      await people.nextStep();
      const browser = merchantBrowser(people.service);
      const { ticket } = await people.ticketFor(browser, one.email);
      const [payload = '', mac = ''] = ticket.split('.');
      const claims: unknown[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const other = Buffer.from(JSON.stringify(['x@y.no', ...claims.slice(1)])).toString(
        'base64url',
      );
      const { cookie } = browser;
      for (const forged of [`${other}.${mac}`, `${payload}.${'A'.repeat(43)}`, 'x', cookie()]) {
        const reply = await browser.post('/second-factor', {
          ticket: forged,
          code: people.shownBy(app),
        });
        expect(reply.status, forged).toBe(409);
      }
      await people.service.service.simulator.advance(LIMITS.registrationLife / SECOND);
      const late = await browser.post('/second-factor', { ticket, code: people.shownBy(app) });
      // Not a wrong code: another code of the app would not help.
      expect(late.status).toBe(409);
    });

    it('cannot be enrolled again with an older ticket', async () => {
      const one = await people.person();
      const thief = merchantBrowser(people.service);
      const { ticket, enrol } = await people.ticketFor(thief, one.email);
      await people.enrolled(one);
      await people.nextStep();
      const code = people.shownBy(appOf(enrol?.uri ?? ''));
      expect((await thief.post('/second-factor', { ticket, code })).status).toBe(409);
    });

    it('limits guesses, and accepts the right code after the window', async () => {
      const one = await people.person();
      const { app } = await people.enrolled(one);
      await people.nextStep();
      const browser = merchantBrowser(people.service);
      const { ticket } = await people.ticketFor(browser, one.email);
      const guesses = wrongCodes(app, people.service.service.simulator.now(), 50);
      let status = 401;
      let tries = 0;
      for (; status === 401 && tries < 50; tries += 1) {
        status = (await browser.post('/second-factor', { ticket, code: guesses[tries] })).status;
      }
      expect(status).toBe(429);
      expect(tries).toBeLessThanOrEqual(LIMITS.loginFailuresMax + 2);
      await people.service.service.simulator.advance(LIMITS.loginFailureWindow / SECOND);
      const later = await people.ticketFor(browser, one.email);
      const entered = await browser.post('/second-factor', {
        ticket: later.ticket,
        code: people.shownBy(app),
      });
      expect(entered.status).toBe(200);
    });

    it('is reset by the operator, which ends the person’s sessions', async () => {
      const one = await people.person();
      const { browser, app } = await people.enrolled(one);
      await people.nextStep();
      const thief = merchantBrowser(people.service);
      const { ticket } = await people.ticketFor(thief, one.email);
      expect(await people.admin.done('reset-second-factor', one.email)).toContain(
        'new authenticator app',
      );
      expect((await browser.get('/payments')).status).toBe(401);
      // A lost phone does not enrol itself again with a ticket from before the reset.
      const old = await thief.post('/second-factor', { ticket, code: people.shownBy(app) });
      expect(old.status).toBe(409);
      expect((await people.ticketFor(browser, one.email)).enrol).not.toBeNull();
      expect(await people.admin.fails(1, 'reset-second-factor', one.email)).toContain(
        'no second factor',
      );
    });
  });
});

it('without an e-mail gateway the portal answers 503, and the log has one warning', async () => {
  const lines: string[] = [];
  const bare = await startTestService({ log: { write: (line) => void lines.push(line) } });
  const browser = merchantBrowser(bare);
  const { body } = await browser.get('/me');
  expect(portalMe.parse(body).email).toBe(false);
  const replies = [1, 2].map(() => browser.post('/email-code', { email: 'a@kaffebar.no' }));
  for (const reply of await Promise.all(replies)) {
    expect(reply.status).toBe(503);
    expect(JSON.stringify(reply.body)).toContain('cannot send codes by e-mail yet');
  }
  await bare.stop();
  expect(lines.filter((line) => line.includes('--email-codes-to is not set'))).toHaveLength(1);
});
