import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_EXAMPLES } from '../../../../../main/host/local-api/openapi/command-examples.ts';
import {
  tillCalls,
  tillDocument,
  tillErrorsOf,
} from '../../../../../main/host/local-api/openapi/document.ts';
import {
  FRAME_EXAMPLES,
  TILL_EXAMPLES,
} from '../../../../../main/host/local-api/openapi/examples.ts';
import { registerCommands } from '../../../../../shared/device/till-api/commands.ts';
import { TILL_ERRORS } from '../../../../../shared/device/till-api/errors.ts';
import { tillFrame, tillHello } from '../../../../../shared/device/till-api/frames.ts';
import {
  TILL_ROUTES,
  type TillRoute,
  type TillRouteName,
  tillRouteNames,
} from '../../../../../shared/device/till-api/routes.ts';
import { saleState } from '../../../../../shared/device/till-api/sale.ts';
import { saleOnWire } from '../../../../../shared/device/till-api/wire.ts';
import { money } from '../../../../../shared/money/money.ts';
import { rowsOf } from '../../../../../shared/node/openapi/schema-rows.ts';
import type { SaleState } from '../../../../../shared/terminal/sale/state.ts';
import { sale as saleView } from '../../../../screens/cashier/sales.ts';
import { type LocalTill, startLocalTill } from '../../../../support/local-till.ts';
import { startTestService, type TestService } from '../../../../support/service.ts';
import { type ScriptedWorld, startScriptedWorld } from '../register-setup.ts';

/*
 * The document of the till API agrees with the till: the test sends its examples to a till in the necessary
 * state, and compares the form of the replies.
 */

const document = tillDocument();
const schemas = document.components.schemas;

describe('the document', () => {
  it('has every route of the table, with its errors', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const names = operations.map(({ operationId }) => operationId);
    const commands = registerCommands().map((name) => `command_${name}`);
    const routes = tillRouteNames().filter((name) => name !== 'command');
    expect(names.sort()).toEqual([...routes, ...commands, 'events'].sort());
    for (const { name, route } of tillCalls()) {
      const operation = operations.find(({ operationId }) => operationId === name);
      const statuses = tillErrorsOf(route).map((type) => String(TILL_ERRORS[type].status));
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses));
      expect(operation?.security).toEqual([{ token: [] }]);
    }
  });

  it('describes every member', () => {
    const silent = Object.entries(schemas).flatMap(([name, schema]) =>
      rowsOf(schema)
        .filter(({ note }) => note === '')
        .map((row) => `${name}: ${row.name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has examples that match their schemas', () => {
    for (const name of tillRouteNames()) {
      const { body, reply }: TillRoute = TILL_ROUTES[name];
      const example = TILL_EXAMPLES[name];
      expect([name, body?.safeParse(example.body ?? {}).error]).toEqual([name, undefined]);
      expect([name, reply?.safeParse(example.reply).error]).toEqual([name, undefined]);
    }
    expect(tillHello.safeParse(FRAME_EXAMPLES.hello).success).toBe(true);
    for (const frame of FRAME_EXAMPLES.frames)
      expect(tillFrame.safeParse(frame).success).toBe(true);
  });

  it('contains every member that a state can have', () => {
    const at = Date.UTC(2026, 0, 1);
    const states: readonly SaleState[] = [
      { kind: 'waiting_scan', uri: 'http://pay.test/', expires: at },
      { kind: 'waiting_sticker', expires: at },
      { kind: 'authorised', because: 'approved', expires: at },
      { kind: 'paid', at },
      { kind: 'expired', what: 'request' },
      { kind: 'vending', item: '14' },
      { kind: 'undelivered', missing: money(100), refund: 'by_person' },
      {
        kind: 'refused',
        because: { kind: 'bad_request', sentence: 'No.', reason: 'not_accepted' },
      },
      { kind: 'failed', code: 5006 },
      { kind: 'unclear', known: ['saved_here'], asking: ['was_it_taken'], nextTry: at },
    ];
    const strict = saleState.strict();
    for (const state of states) {
      expect(strict.safeParse(saleOnWire(saleView(state), '').state).error).toBeUndefined();
    }
  });
});

describe('a running till', () => {
  let world: ScriptedWorld;
  beforeAll(async () => {
    world = await startScriptedWorld();
  });
  afterAll(() => world.stop());

  it('serves the document and its page without a token, and no data of the till', async () => {
    const page = await world.register.call('GET', '/docs/', { stranger: true });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const { name } of tillCalls()) expect(page.text).toContain(`id="${name}"`);
    for (const type of Object.keys(TILL_ERRORS))
      expect(page.text).toContain(`<code>${type}</code>`);
    expect(page.text).not.toMatch(/https?:\/\/(?!192\.168\.1\.20)/);
    expect(page.text).not.toContain(world.register.token);
    const json = await world.register.call('GET', '/openapi.json', { stranger: true });
    expect(JSON.parse(json.text)).toEqual(JSON.parse(JSON.stringify(document)));
    for (const file of ['page.css', 'page.js']) {
      expect((await world.register.call('GET', `/docs/${file}`, { stranger: true })).status).toBe(
        200,
      );
    }
  });
});

describe('the examples', () => {
  let service: TestService;
  let till: LocalTill;
  const prepared: Partial<Record<TillRouteName, () => Promise<string>>> = {
    saleStart: async () => {
      await clearScreen();
      return '';
    },
    saleRead: () => newSale(),
    saleCancel: () => newSale(),
    saleCapture: () => reserved(),
    saleRelease: () => reserved(),
    saleRenew: () => reserved(),
    saleAskAgain: () => reserved('aside'),
    saleSetAside: () => reserved(),
    saleBringToFront: async () => {
      await clearScreen();
      return newSale();
    },
    saleDismiss: () => paid(),
    refundable: () => paid(),
    billRead: async () => {
      const id = await newBill();
      const note = { act: 'rename', name: null };
      await till.register.bill(id, { id: `${id}-renamed`, version: 1, act: note });
      return id;
    },
    questionAsk: async () => {
      await endQuestions();
      return '';
    },
    questionRead: async () => {
      const id = await newQuestion();
      await till.register.call('POST', `questions/${id}/cancel/`);
      return id;
    },
    questionCancel: () => newQuestion(),
    refundStart: () => paid(),
  };
  /** Nothing of this till is ever undelivered or unclaimed; other tests show these calls. */
  const ELSEWHERE: readonly TillRouteName[] = [
    'saleSettle',
    'unclaimedClaim',
    // test/till/both-carriers.test.ts gives the example of each command.
    'command',
  ];

  beforeAll(async () => {
    service = await startTestService({ clock: 'system' });
    const admin = service.ready.users.find(({ id }) => id === 'admin');
    const link = service.ready.shortlinks[0]?.id ?? '';
    till = await startLocalTill(service, {
      settings: {
        deviceCode: { shortlinkId: link, address: `${service.ready.shortlink_url}/s/${link}` },
      },
      refundKey: admin?.private_key_pem ?? null,
    });
  });
  afterAll(async () => {
    await till.stop();
    await service.stop();
  });

  let count = 0;
  async function newSale(more: object = {}): Promise<string> {
    count += 1;
    const body = { reference: `example-${count}`, amount: 12_500, place: 'aside', ...more };
    const { sale } = await till.register.start(body);
    await till.register.until(sale.id, 'waiting_scan');
    return sale.id;
  }

  async function newBill(): Promise<string> {
    count += 1;
    const id = `bill-${count}`;
    const act = { ...COMMAND_EXAMPLES.bill.act, name: null };
    await till.register.bill(id, { id: `${id}-opened`, version: 0, act });
    return id;
  }

  const asked: string[] = [TILL_EXAMPLES.questionAsk.body.question_id];
  /** At most one question is open. */
  async function endQuestions(): Promise<void> {
    for (const id of asked) await till.register.call('POST', `questions/${id}/cancel/`);
  }

  async function newQuestion(): Promise<string> {
    await endQuestions();
    count += 1;
    const id = `question-${count}`;
    asked.push(id);
    const body = { ...TILL_EXAMPLES.questionAsk.body, question_id: id };
    await till.register.call('POST', 'questions/', { body });
    return id;
  }

  /** Whatever is under way on the main screen ends, or waits elsewhere. */
  async function clearScreen(): Promise<void> {
    for (const { id, state, aside } of (await till.register.call('GET', 'sales/')).list) {
      if (state.final || aside) continue;
      const asided = await till.register.act(id, 'set_aside');
      if (asided.status === 200) continue;
      await till.register.act(id, 'cancel');
      await till.register.until(id, 'aborted', 'paid', 'released');
    }
  }

  async function approve(id: string): Promise<string> {
    const tid = (await till.register.read(id)).sale.tid ?? '';
    await service.service.simulator.claim(tid, service.ready.customers[0]?.msisdn ?? '');
    await service.service.simulator.confirm(tid);
    return id;
  }

  async function reserved(place = 'main_screen'): Promise<string> {
    await clearScreen();
    const id = await approve(await newSale({ mode: { kind: 'authorise' }, place }));
    await till.register.until(id, 'authorised');
    return id;
  }

  async function paid(): Promise<string> {
    const id = await approve(await newSale());
    await till.register.until(id, 'paid');
    return id;
  }

  it.each(tillRouteNames().filter((name) => !ELSEWHERE.includes(name)))(
    '%s is answered as in the example',
    async (name) => {
      const { method, path }: TillRoute = TILL_ROUTES[name];
      const { body, query = {}, reply, status } = TILL_EXAMPLES[name];
      const id = (await prepared[name]?.()) ?? '';
      const search = new URLSearchParams(
        'sale' in query ? { ...query, sale: id } : query,
      ).toString();
      const target = `${path.slice(1).replace(/:\w+/, id)}${search && `?${search}`}`;
      const given =
        body === undefined ? {} : { body: 'sale' in body ? { ...body, sale: id } : body };
      const answered = await till.register.call(method, target, given);
      expect([answered.status, answered.json.error_description]).toEqual([status, undefined]);
      const schema = TILL_ROUTES[name] as TillRoute;
      expect(schema.reply?.safeParse(answered.json).error).toBeUndefined();
      expect(Object.keys(answered.json).sort()).toEqual(Object.keys(reply ?? {}).sort());
    },
  );
});
