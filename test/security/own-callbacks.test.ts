import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const INGRID = '4798765432';

const act = async (tid: string, name: string) =>
  (await test.simulator(`/payment_request/${tid}/${name}/`, { method: 'POST' })).status;
const outcome = async (tid: string) =>
  (await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).json;

describe('a callback to the simulator’s address', () => {
  it('is not sent, and changes no payment', async () => {
    const victim = await test.payment({ customer: INGRID });
    const { simulator_url: url } = test.ready;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2']) {
      const callback = `${url}/payment_request/${victim}/confirm/`.replace('127.0.0.1', host);
      const tid = await test.payment({ customer: INGRID, callback_uri: callback });
      expect(await act(tid, 'reject')).toBe(204);
      const problems = async () => {
        const entries = await test.service.simulator.journal();
        return entries.map((one) => one.kind === 'callback' && one.uri === callback && one.problem);
      };
      const own = 'refused: the address belongs to this service';
      await expect.poll(problems).toContain(own);
    }
    expect(await outcome(victim)).toMatchObject({ status_code: 1003 });
  });

  it('gets 404 from the simulator if it arrives', async () => {
    const victim = await test.payment({ customer: INGRID });
    const path = `/payment_request/${victim}/confirm/`;
    for (const name of ['X-Svc-Content-Digest', 'Authorization', 'X-Mcash-Content-Digest']) {
      const headers = { [name]: 'RSA-SHA256 x' };
      const reply = await test.simulator(path, { method: 'POST', body: {}, headers });
      expect(reply.status).toBe(404);
    }
    expect(await outcome(victim)).toMatchObject({ status_code: 1003 });
    expect(await act(victim, 'confirm')).toBe(204);
  });
});
