import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  portalCatalogue,
  portalCatalogueTills,
  portalCatalogueVersions,
} from '../../../../shared/portal/catalogue.ts';
import { catalogueChanged, catalogueHistory } from '../../../../shared/protocol/catalogue.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { merchantBrowser, type PageReply } from '../../../support/merchant-pages.ts';
import { member, startTestService, type TestService } from '../../../support/service.ts';

let service: TestService;
type Browser = ReturnType<typeof merchantBrowser>;
let admin: Browser;
let till: Browser;
let other: Browser;

beforeAll(async () => {
  service = await startTestService();
  const browser = () => merchantBrowser(service);
  [admin, till, other] = [browser(), browser(), browser()];
  await admin.signIn(service.users.admin);
  await till.signIn(service.users.pos);
  await other.signIn(service.users.neighbour);
});
afterAll(() => service.stop());

const read = async (who: Browser) => portalCatalogue.parse((await who.get('/catalogue')).body);
const outcome = ({ body }: PageReply) => catalogueChanged.parse(body);
const bun = { id: 'bun', name: 'Bun', price: 4_500 };

/** Makes changes on the present version. */
async function change(changes: readonly object[], more: object = {}) {
  const { version } = await read(admin);
  return admin.post('/catalogue', { version, changes, ...more });
}

describe('the catalogue in the merchant portal', () => {
  it('is changed on the version that the person saw, and names the person', async () => {
    const seen = await read(admin);
    const made = await change([{ kind: 'put_product', product: bun }]);
    expect([made.status, outcome(made).version]).toEqual([200, seen.version + 1]);
    expect(await read(admin)).toMatchObject({
      changed_by: service.users.admin.id,
      catalogue: { products: [bun] },
    });
    const price = [{ kind: 'set_price', id: 'bun', price: 4_700 }];
    const late = await admin.post('/catalogue', { version: seen.version, changes: price });
    expect([late.status, member(late.body, 'error_type')]).toEqual([409, 'Conflict']);
    expect((await read(admin)).catalogue.products).toEqual([bun]);
    const { version } = await read(admin);
    const same = await admin.get(`/catalogue?unless_version=${version}`);
    expect([same.status, same.body]).toEqual([204, null]);
  });

  it('says in a dry run what would change, and changes nothing', async () => {
    const before = await read(admin);
    const tried = await change([{ kind: 'set_price', id: 'bun', price: 9_900 }], { dry_run: true });
    expect(outcome(tried).differences).toMatchObject([
      { kind: 'changed', part: 'product', id: 'bun', field: 'price', after: '9900' },
    ]);
    const csv = 'id,name_en,price\ntea,Tea,34\n';
    const { version } = before;
    const dry = await admin.post('/catalogue/import', { version, dry_run: true, csv });
    expect(outcome(dry).differences).toMatchObject([{ kind: 'added', id: 'tea' }]);
    expect(await read(admin)).toEqual(before);
    const done = await admin.post('/catalogue/import', { version, csv });
    expect(outcome(done).version).toBe(version + 1);
  });

  it('lists its versions with differences that a page can translate', async () => {
    const { items } = portalCatalogueVersions.parse((await admin.get('/catalogue/versions')).body);
    expect(items.map(({ version }) => version)).toEqual([2, 1]);
    expect(items[0]).toMatchObject({
      changed_by: service.users.admin.id,
      differences: [{ kind: 'added', part: 'product', name: 'Tea', field: 'price', after: '3400' }],
      differences_in_all: 1,
    });
    const told = await service.key(service.users.admin, '/catalogue/version/');
    expect(catalogueHistory.parse(told.json).versions[0]?.differences).toEqual([
      'Product “Tea” (tea) is new, at 34.00 NOK.',
    ]);
  });

  it('may be read and not changed by a user without a key, and not seen by another shop', async () => {
    expect((await read(till)).catalogue.products.map(({ id }) => id)).toEqual(['bun', 'tea']);
    const refused = await till.post('/catalogue', { version: 2, changes: [] });
    expect(refused.status).toBe(409);
    expect((await read(other)).catalogue.products).toEqual([]);
  });

  it('takes a picture, which only its shop can read', async () => {
    const image = PNG.sync.write(new PNG({ width: 2, height: 2 })).toString('base64');
    const made = await admin.post('/catalogue/picture', { image });
    const path = `/portal/v1/catalogue/picture/${member(made.body, 'name')}`;
    const picture = async (who: Browser) =>
      fetch(who.origin + path, { headers: { cookie: who.cookie() } });
    const shown = await picture(admin);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await picture(other)).status).toBe(404);
    const wrong = await admin.post('/catalogue/picture', { image: btoa('<svg/>') });
    expect(wrong.status).toBe(400);
  });

  it('names each till, with the version that it has reported', async () => {
    const body = { version: 1, problem: 'Version 2 is not valid.' };
    const sent = { method: 'PUT', body };
    await service.secret(service.users.pos, '/pos/kasse-1/catalogue/', sent);
    const told = portalCatalogueTills.parse((await admin.get('/catalogue/tills')).body);
    const kasse = told.items.find(({ pos_id }) => pos_id === 'kasse-1');
    expect(kasse).toMatchObject({ name: 'Kasse 1', version: 1, problem: body.problem });
  });

  it('takes five hundred items with names in four languages, as JSON and as CSV', async () => {
    const name = (place: number, letter: string) => letter.repeat(55) + String(place);
    const products = Array.from({ length: LIMITS.productsMax }, (_, place) => ({
      id: `item-${place}`,
      name: {
        en: name(place, 'a'),
        nb: name(place, 'å'),
        de: name(place, 'ü'),
        ar: name(place, 'م'),
      },
      price: 100 + place,
      vat_rate: '0.25',
    }));
    const whole = { categories: [], products };
    const put = await change([{ kind: 'replace', catalogue: whole }]);
    expect(put.status).toBe(200);
    const { version, catalogue } = await read(admin);
    expect(catalogue).toEqual(whole);
    const file = await fetch(`${admin.origin}/portal/v1/catalogue/products.csv`, {
      headers: { cookie: admin.cookie() },
    });
    const csv = await file.text();
    expect(file.headers.get('content-disposition')).toContain('products.csv');
    const again = await admin.post('/catalogue/import', { version, csv });
    expect(again).toMatchObject({ status: 200, body: { version, differences: [] } });
    const body = { version, changes: [{ kind: 'replace', catalogue: whole }] };
    const api = await service.key(service.users.admin, '/catalogue/', { method: 'POST', body });
    expect(api.status).toBe(200);
  });
});
