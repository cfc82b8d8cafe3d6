import { expect, it, onTestFinished, vi } from 'vitest';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { pathOf } from '../../../shared/protocol/routes.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startTestService } from '../../support/service.ts';

const { params = {}, body } = exampleOf('receiptPut');
const ADDRESS = 'kari@home.example';

/** A shop whose till has handed over one receipt, and a mail server. */
async function shop({ hasMail = true } = {}) {
  const server = await startMailServer();
  const lines: string[] = [];
  const service = await startTestService({
    log: { write: (line: string) => void lines.push(line) },
    logRequests: true,
    adminListen: { host: '127.0.0.1', port: 0 },
    ...(hasMail ? { mail: { server: server.url, from: 'receipts@shop.example' } } : {}),
  });
  onTestFinished(async () => {
    await service.stop();
    await server.stop();
  });
  const { pos, neighbour } = service.users;
  const put = { method: 'PUT', body };
  await service.secret(pos, pathOf('receiptPut', { ...params }), put);
  const order = (email: string, id = 'e1', user = pos) =>
    service.secret(user, pathOf('receiptEmail', { ...params }), {
      method: 'POST',
      body: { id, email },
    });
  return { service, server, lines, order, pos, neighbour };
}

it('a till orders an e-mail with its secret; it arrives, and no log has its address', async () => {
  const { service, server, lines, order, pos, neighbour } = await shop();
  expect((await service.secret(pos, '/receipt/')).json).toMatchObject({ email: true });
  expect((await order(ADDRESS)).status).toBe(202);
  expect((await order(ADDRESS)).status).toBe(202);
  /** The metrics, as soon as they have this line. */
  const metricsWith = (line: string) =>
    vi.waitFor(
      async () => {
        await service.service.simulator.advance(1);
        const text = await (await fetch(service.ready.metrics_url ?? '')).text();
        expect(text).toContain(line);
        return text;
      },
      { timeout: 60_000 },
    );
  const text = await metricsWith('receipt_emails_total{result="sent"} 1');
  expect(text).toContain('tillkit_receipt_emails_waiting 0');
  expect(server.mails).toMatchObject([{ to: [ADDRESS] }]);
  expect((await order(ADDRESS, 'e1', neighbour)).status).toBe(404);
  server.replies.RCPT = `550 no ${ADDRESS}`;
  expect((await order(ADDRESS, 'e2')).status).toBe(202);
  await metricsWith('receipt_emails_total{result="failed"} 1');
  expect(lines.join('')).toContain('550 after RCPT TO');
  expect(lines.join('')).toContain('/email/');
  expect(lines.join('')).not.toContain('kari');
});

it('a text that is not one address, or that begins another header, is refused before it is kept', async () => {
  const { server, order } = await shop();
  for (const email of [
    ...[
      '',
      'kari',
      'kari@',
      '@home.example',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
    ],
    ...[
      'Kari <a@b.example>',
      '"a b"@c.example',
      'a@b.example\0',
      `${'a'.repeat(400)}@b.example`,
      'a@[127.0.0.1]',
    ],
  ]) {
    expect((await order(email)).status, email).toBe(400);
  }
  expect(server.dialogues()).toBe(0);
});

it('who has the secret of a till sends a receipt three times at most', async () => {
  const { order } = await shop();
  const said: number[] = [];
  for (let sent = 0; sent <= LIMITS.receiptEmailsMax; sent += 1) {
    said.push((await order(`victim${sent}@home.example`, `e${sent}`)).status);
  }
  expect(said).toEqual([202, 202, 202, 429]);
});

it('no line of the log has the code of a receipt, whoever uses it and whatever becomes of it', async () => {
  const { service, lines, order, pos } = await shop();
  const { code = '' } = params;
  const path = pathOf('receiptPut', { ...params });
  const page = (text: string) => fetch(`${service.ready.wallet_url}/re/${text}`);
  const statuses = [
    (await order(ADDRESS)).status,
    (await order('no address', 'e2')).status,
    (await service.secret(pos, path)).status,
    (await service.secret(pos, path, { method: 'PUT', body: {} })).status,
    (await service.secret({ ...pos, secret: 'wrong' }, path)).status,
    (await page(code)).status,
    (await page(`${code}/`)).status,
    (await page(code.slice(0, -1))).status,
    (await page(`x/${code}`)).status,
  ];
  expect(statuses).toEqual([202, 400, 200, 400, 401, 200, 200, 404, 404]);
  const log = lines.join('');
  expect(log).toContain('/re/:code');
  expect(log).toContain('/receipt/:code/');
  // The end that nobody can guess.
  expect(log).not.toContain(code.slice(code.indexOf('.') + 1, -1));
});

it('without a mail server the service says so before and after', async () => {
  const { service, order, pos } = await shop({ hasMail: false });
  expect((await service.secret(pos, '/receipt/')).json).toMatchObject({ email: false });
  const { status, text } = await order(ADDRESS);
  expect(status).toBe(409);
  expect(text).toContain('no mail server');
});
