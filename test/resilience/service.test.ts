import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takePort } from '../support/free-port.ts';
import { drip, openMany, openRaw, type RawSocket } from '../support/raw-socket.ts';
import { paymentDraft } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { secretHeaders, send } from '../support/wire.ts';

/* The service as it is shipped, in a separate process, with clients that attack it. */

const MIB = 1024 * 1024;
const GET = 'GET /merchant/v1/status_code/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

let service: ServiceProcess;
let slow: readonly RawSocket[] = [];
let sockets: RawSocket[] = [];
let heaviest = 0;
let sale = 0;

beforeAll(async () => {
  service = await startServiceProcess();
  await sells();
  heaviest = service.memory() ?? 0;
  slow = await openMany(service.port, 50, 'GET / HTTP/1.1\r\nX-Slow: ');
  for (const one of slow) drip(one, 'x'.repeat(15_000), 100);
});
afterAll(async () => {
  for (const { socket } of [...slow, ...sockets]) socket.destroy();
  await service?.stop();
});

async function keep(opened: Promise<readonly RawSocket[]>) {
  const given = await opened;
  sockets.push(...given);
  return given;
}

/** A till creates a payment during each attack; without a defence the request would never end. */
async function sells(): Promise<void> {
  sale += 1;
  const user = service.users.find(({ id }) => id === 'pos');
  const reply = await send(`${service.base_url}/payment_request/`, {
    method: 'POST',
    headers: secretHeaders(service.merchant.id, 'pos', user?.secret ?? ''),
    body: paymentDraft({ pos_tid: `fire-${sale}` }),
  });
  expect(reply.status).toBe(201);
}

/** Runs `attack` while a till sells ten times, and looks at the memory. */
async function under(attack: () => Promise<unknown>, room = 128 * MIB): Promise<void> {
  const before = service.memory() ?? 0;
  await attack();
  for (let n = 0; n < 10; n += 1) await sells();
  const memory = service.memory() ?? 0;
  heaviest = Math.max(heaviest, memory);
  expect(memory - before).toBeLessThan(room);
}

afterEach(() => {
  for (const { socket } of sockets) socket.destroy();
  sockets = [];
});

describe('the service accepts payments within its memory bound', () => {
  it('while a thousand connections send nothing', async () => {
    await under(() => keep(openMany(service.port, 1_000)));
  });

  it('while more connections arrive than the maximum', async () => {
    for (let n = 0; n < 5; n += 1) {
      await under(() => keep(openMany(service.port, 500)));
    }
    await expect.poll(() => sockets.filter((one) => one.isClosed()).length).toBeGreaterThan(400);
  });

  it('while headers and bodies are too large, declared or not', async () => {
    const many = 'X: y\r\n'.repeat(5_000);
    const big = 'x'.repeat(1_500_000);
    const attacks = [
      `GET / HTTP/1.1\r\n${many}\r\n`,
      `GET / HTTP/1.1\r\nX-Big: ${big}\r\n\r\n`,
      `GET /${big} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `POST /merchant/v1/pos/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999999\r\n\r\n${big}`,
      `POST /merchant/v1/pos/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n${big}`,
    ];
    await under(async () => {
      for (const text of attacks) {
        const given = await keep(openMany(service.port, 8, text));
        await expect
          .poll(() => given.every((one) => one.heard() !== '' || one.isClosed()))
          .toBe(true);
        const replies = given.map(({ heard }) => heard().slice(9, 12)).filter((one) => one !== '');
        // A service that stood still reads the header after its deadline (408).
        for (const status of replies) expect(['400', '401', '408', '413', '431']).toContain(status);
      }
    });
  });

  it('while clients pipeline requests and read no reply', async () => {
    await under(async () => {
      const given = await keep(openMany(service.port, 20));
      for (const { socket } of given) {
        socket.pause();
        socket.write(GET.repeat(20_000));
      }
      // The service discards requests only after it has read them; without a bound it would use gigabytes.
    }, 400 * MIB);
  });

  it('while connections open and reset at full speed', async () => {
    await under(async () => {
      for (let n = 0; n < 20; n += 1) {
        const given = await openMany(service.port, 50, GET);
        for (const { socket } of given) socket.resetAndDestroy();
      }
    });
  });

  it('while clients half-close, with and without a complete request', async () => {
    await under(async () => {
      const whole = await keep(openMany(service.port, 50));
      for (const { socket } of whole) socket.end(GET);
      const half = await keep(openMany(service.port, 50));
      for (const { socket } of half) socket.end('POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nx');
      await Promise.all([...whole, ...half].map(({ closed }) => closed));
      const answered = whole.filter(({ heard }) => heard().startsWith('HTTP/1.1 200 OK'));
      expect(answered).toHaveLength(50);
    });
  });
});

describe('the service after these attacks', () => {
  it('has closed the connections with slow headers without a reply of 200', async () => {
    await expect.poll(() => slow.every((one) => one.isClosed())).toBe(true);
    expect(slow.some(({ heard }) => heard().includes('200 OK'))).toBe(false);
  });

  it('has no client connections left, and has used less than 700 MiB', async () => {
    // The remaining sockets belong to the service: its listening socket and its streams.
    await expect.poll(() => service.sockets() ?? 0).toBeLessThan(10);
    expect(heaviest).toBeLessThan(700 * MIB);
  });

  it('stops cleanly with all kinds of open connections', async () => {
    // No other program gets this port after the stop.
    const stopped = await startServiceProcess(await takePort());
    await keep(openMany(stopped.port, 100));
    await keep(openMany(stopped.port, 100, 'GET / HTTP/1.1\r\nX-'));
    await keep(openMany(stopped.port, 100, GET));
    expect(await stopped.stop()).toBe(0);
    await Promise.all(sockets.map(({ closed }) => closed));
    const late = openRaw(stopped.port);
    await expect(late).rejects.toThrow();
    expect(stopped.isRunning()).toBe(false);
  });
});
