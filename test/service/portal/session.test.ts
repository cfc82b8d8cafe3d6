import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { portalCatalogue } from '../../../shared/portal/catalogue.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../../shared/portal/contract.ts';
import { PORTAL_ROUTES } from '../../../shared/portal/routes.ts';
import { PORTAL_ROLES, portalMe, RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { merchantBrowser } from '../../support/merchant-pages.ts';
import { type PortalPeople, startPortalPeople } from '../../support/portal-people.ts';
import { STORES } from '../../support/stores.ts';

async function isRefused(
  { origin, cookie }: ReturnType<typeof merchantBrowser>,
  method: string,
  path: string,
): Promise<boolean> {
  const write = { 'content-type': 'application/json', [PORTAL_HEADER]: '1' };
  const reply = await fetch(origin + PORTAL_PATH + path, {
    method,
    headers: { cookie: cookie(), ...write },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  return (await reply.text()).includes('Your role does not permit this');
}

describe.each(STORES)('self-service users on %s', (store) => {
  let people: PortalPeople;
  beforeAll(async () => {
    people = await startPortalPeople(store);
  });
  afterAll(() => people.stop());
  beforeEach(() => people.pastLimits());

  describe('the role', () => {
    it.each(PORTAL_ROLES)('%s may use exactly the routes of its rights', async (role) => {
      const { browser } = await people.enrolled(await people.person(role));
      const wrong: string[] = [];
      for (const { method, path: route, level: right } of Object.values(PORTAL_ROUTES)) {
        if (right === 'open' || right === 'session') continue;
        const path = route.replace(/:\w+/, 'none');
        const refused = await isRefused(browser, method, path);
        if (refused === RIGHTS_OF[role].includes(right)) wrong.push(`${method} ${route}`);
      }
      expect(wrong).toEqual([]);
    });

    it('of a catalogue editor permits items and not the rules of the shop, by whatever change', async () => {
      const editor = (await people.enrolled(await people.person('catalogue_editor'))).browser;
      const manager = (await people.enrolled(await people.person('manager'))).browser;
      const read = async () => portalCatalogue.parse((await editor.get('/catalogue')).body);
      const rules = { discounts: { cashier: 10, supervisor: 50 } };
      const tea = { id: 'tea', name: 'Tea', price: 3_400 };
      const item = { kind: 'put_product', product: tea };
      const own = { kind: 'set_rules', rules };
      const change = async (
        by: ReturnType<typeof merchantBrowser>,
        ...changes: readonly object[]
      ) => {
        const { version } = await read();
        return (await by.post('/catalogue', { version, changes })).status;
      };
      expect(await change(editor, item)).toBe(200);
      expect(await change(manager, own)).toBe(200);
      const before = await read();
      const none = { kind: 'set_rules', rules: {} };
      const whole = { kind: 'replace', catalogue: { categories: [], products: [] } };
      const cheaper = { kind: 'set_price', id: 'tea', price: 1 };
      expect(await change(editor, none)).toBe(400);
      expect(await change(editor, whole)).toBe(400);
      expect(await change(editor, cheaper, none)).toBe(400);
      expect(await read()).toEqual(before);
      const { version } = before;
      const dry = { version, dry_run: true, changes: [none] };
      expect((await editor.post('/catalogue', dry)).status).toBe(400);
      // The rules as they are differ in nothing.
      expect(await change(editor, own, cheaper)).toBe(200);
      expect((await read()).catalogue.rules).toEqual(rules);
    });

    it('of a user that a program created has the fewest rights', async () => {
      const email = 'program@kaffebar.no';
      const sent = { method: 'POST', body: { email } };
      await people.service.secret(people.service.users.pos, '/merchant_ssp_user/', sent);
      const { me, browser } = await people.enrolled({ email });
      expect(me.user?.rights).toEqual(RIGHTS_OF.bookkeeper);
      expect((await browser.get('/settlements')).status).toBe(200);
      expect((await browser.post('/users', { id: 'mine' })).status).toBe(409);
    });

    it('ends the session when the operator has changed it', async () => {
      const one = await people.person('admin');
      const { browser } = await people.enrolled(one);
      expect((await browser.get('/users')).status).toBe(200);
      expect(await people.admin.done('set-role', people.shop, one.id, 'bookkeeper')).toContain(
        'bookkeeper',
      );
      expect((await browser.get('/users')).status).toBe(401);
      expect(await people.admin.done('list-self-service-users', people.shop)).toContain(
        `${one.id}\tbookkeeper\tsecond factor\t${one.email}`,
      );
      expect(await people.admin.fails(1, 'set-role', people.shop, one.id, 'owner')).toContain(
        'role',
      );
      expect(await people.admin.fails(1, 'set-role', people.shop, 'nobody', 'admin')).toContain(
        'no self-service',
      );
    });
  });

  describe('a removed user', () => {
    it('loses its session at once, even if a user with the same e-mail address is created', async () => {
      const one = await people.person();
      const { browser } = await people.enrolled(one);
      const removed = await people.service.secret(
        people.service.users.pos,
        `/merchant_ssp_user/${one.id}/`,
        {
          method: 'DELETE',
        },
      );
      expect(removed.status).toBe(204);
      expect((await browser.get('/payments')).status).toBe(401);
      await people.also(people.shop, one.email, 'admin');
      expect((await browser.get('/payments')).status).toBe(401);
      expect(
        (await people.ticketFor(merchantBrowser(people.service), one.email)).enrol,
      ).not.toBeNull();
    });
  });

  describe('a person with several shops', () => {
    it('chooses one, and keeps the second factor when the user of that shop is removed', async () => {
      const other = people.service.ready.other_merchant.id;
      const one = await people.person('admin');
      const second = await people.also(other, one.email, 'bookkeeper');
      const { me, browser } = await people.enrolled(one);
      const ids = me.user?.merchants.map(({ id }) => id) ?? [];
      expect([...ids].sort()).toEqual([people.shop, other].sort());
      const opened = await browser.post('/merchant', { merchant_id: other });
      expect(portalMe.parse(opened.body).user).toMatchObject({
        merchant_id: other,
        rights: RIGHTS_OF.bookkeeper,
      });
      expect((await browser.get('/codes')).status).toBe(409);
      const away = { method: 'DELETE' } as const;
      const path = `/merchant_ssp_user/${second}/`;
      expect((await people.service.secret(people.service.users.neighbour, path, away)).status).toBe(
        204,
      );
      expect((await browser.get('/payments')).status).toBe(401);
      // Nor does a new user of the same address and second factor bring the session back.
      await people.also(other, one.email, 'bookkeeper');
      expect((await browser.get('/payments')).status).toBe(401);
      await people.nextStep();
      const again = merchantBrowser(people.service);
      const { ticket, enrol } = await people.ticketFor(again, one.email);
      expect([ticket.length > 0, enrol]).toEqual([true, null]);
    });

    it('opens the shops of a company, and cannot be removed while linked to it (D-76)', async () => {
      await people.admin.done(
        'create-merchant',
        '--id',
        'second',
        '--name',
        'Second',
        '--currency',
        'NOK',
      );
      await people.admin.done('set-merchant', 'second', '--legal-entity', 'kaffe-as');
      const one = await people.person('manager');
      await people.admin.done('set-legal-entities', people.shop, one.id, '--entity', 'kaffe-as');
      const { me, browser } = await people.enrolled(one);
      expect(me.user?.merchants.map(({ id }) => id)).toEqual([people.shop, 'second']);
      expect((await browser.post('/merchant', { merchant_id: 'second' })).status).toBe(200);
      expect((await browser.get('/payments')).status).toBe(200);
      const away = { method: 'DELETE' } as const;
      const path = `/merchant_ssp_user/${one.id}/`;
      const refused = await people.service.secret(people.service.users.pos, path, away);
      expect(refused.status).toBe(409);
      await people.admin.done('set-legal-entities', people.shop, one.id);
      expect((await browser.get('/payments')).status).toBe(401);
      expect((await people.service.secret(people.service.users.pos, path, away)).status).toBe(204);
    });

    it('gets 404 for the shop of another merchant, and so does an API user', async () => {
      const other = people.service.ready.other_merchant.id;
      const { browser } = await people.enrolled(await people.person('admin'));
      expect((await browser.post('/merchant', { merchant_id: other })).status).toBe(404);
      const till = merchantBrowser(people.service);
      await till.signIn(people.service.users.admin);
      expect((await till.post('/merchant', { merchant_id: other })).status).toBe(404);
    });
  });
});
