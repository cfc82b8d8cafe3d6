import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  TILL_SUBPROTOCOL,
  type TillFrame,
  tillFrame,
} from '../../../../shared/device/till-api/frames.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { type ScriptedWorld, startScriptedWorld } from './register-setup.ts';

/* What a register receives over its WebSocket, also after a reconnection. */

let world: ScriptedWorld;
beforeEach(async () => {
  world = await startScriptedWorld();
});
afterEach(() => world.stop());

const result = (tid: string) => ({
  tid,
  posTid: null,
  money: null,
  currency: null,
  code: 2000,
  at: 0,
});

/** The till gets a result that belongs to no sale. */
const happens = (tid: string) => world.till.show({ unclaimed: [result(tid)] });

const tells = (tid: string) => (one: TillFrame) =>
  one.type === 'unclaimed' && one.unclaimed[0]?.tid === tid;

async function snapshot(register = world.register) {
  const line = register.listen();
  const frame = await line.frame(({ type }) => type === 'snapshot');
  if (frame.type !== 'snapshot') throw new Error('no snapshot came');
  return { line, frame };
}

describe('a register’s event socket', () => {
  it('sends a snapshot first, and then each change with its number', async () => {
    const { line, frame } = await snapshot();
    expect(frame.status).toMatchObject({ pos_id: 'till1', currency: 'NOK', obstacle: 'none' });
    expect([frame.sales, frame.unclaimed]).toEqual([[], []]);
    happens('p1');
    const event = await line.frame(({ type }) => type === 'unclaimed');
    expect(event).toMatchObject({ seq: frame.seq + 1, unclaimed: [{ tid: 'p1' }] });
    expect(await line.frame(({ type }) => type === 'status')).toMatchObject({
      seq: frame.seq + 2,
      status: { unclaimed: 1 },
    });
    for (const one of line.frames) expect(tillFrame.safeParse(one).error).toBeUndefined();
  });

  it('replays missed events in order and without repeats', async () => {
    const { line, frame } = await snapshot();
    happens('p1');
    const last = await line.frame(({ type }) => type === 'status');
    line.socket.terminate();
    await line.closed;
    happens('p2');
    happens('p3');
    const after = last.type === 'status' ? last.seq : 0;
    const again = world.register.listen({ run: frame.run, after });
    await again.frame(tells('p3'));
    happens('p4');
    await again.frame(tells('p4'));
    expect(again.frames.map((one) => [one.type, 'seq' in one ? one.seq : null])).toEqual([
      ['resumed', after + 2],
      ['unclaimed', after + 1],
      ['unclaimed', after + 2],
      ['unclaimed', after + 3],
    ]);
  });

  it('sends a snapshot when the missed events are no longer kept or belong to another run', async () => {
    const { frame } = await snapshot();
    for (let count = 0; count <= LIMITS.tillApiEventsKept; count += 1) happens(`p${count}`);
    const late = world.register.listen({ run: frame.run, after: frame.seq });
    expect((await late.frame(() => true)).type).toBe('snapshot');
    const other = world.register.listen({ run: 'earlier', after: 1 });
    expect((await other.frame(() => true)).type).toBe('snapshot');
    const future = world.register.listen({ run: frame.run, after: 1_000_000 });
    expect((await future.frame(() => true)).type).toBe('snapshot');
  });

  it('sends a slow reader every event in order', async () => {
    const { line, frame } = await snapshot();
    line.socket.pause();
    // More than the till and the system's buffers hold for it.
    const long = { posTid: 'x'.repeat(100_000) };
    for (let count = 0; count < 200; count += 1) {
      world.till.show({ unclaimed: [{ ...result(`p${count}`), ...long }] });
    }
    line.socket.resume();
    await line.frame(tells('p199'));
    const numbers = line.frames.flatMap((one) =>
      one.type === 'unclaimed' || one.type === 'status' ? [one.seq] : [],
    );
    expect(numbers).toEqual(numbers.map((_, index) => frame.seq + 1 + index));
  });

  it('closes the connection of a register that reads nothing after ten seconds, and no other', async () => {
    const { line } = await snapshot();
    const other = await snapshot();
    line.socket.pause();
    const long = { posTid: 'x'.repeat(100_000) };
    for (let count = 0; count < 200; count += 1) {
      world.till.show({ unclaimed: [{ ...result(`p${count}`), ...long }] });
      await other.line.frame(tells(`p${count}`));
    }
    world.clock.advance(LIMITS.socketBacklogGrace);
    line.socket.resume();
    expect(await line.closed).toBe(1006);
    expect(other.line.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('accepts the token in the upgrade or in the first frame', async () => {
    const bare = { authorization: '' };
    const said = world.register.listen({ token: world.register.token }, bare);
    expect((await said.frame(() => true)).type).toBe('snapshot');
    for (const hello of [{}, { token: 'x' }, { token: `${world.register.token}x` }]) {
      const stranger = world.register.listen(hello, bare);
      expect(await stranger.closed).toBe(4401);
      expect(stranger.frames.map(({ type }) => type)).toEqual(['error']);
    }
  });

  it('closes a connection without a first frame after five seconds', async () => {
    const address = `${world.api.url.replace('http', 'ws')}events/`;
    const silent = new WebSocket(address, TILL_SUBPROTOCOL);
    await new Promise((resolve) => silent.once('open', resolve));
    const closed = new Promise((resolve) => silent.once('close', resolve));
    world.clock.advance(5_000);
    expect(await closed).toBe(4401);
  });

  it.each([
    ['a frame that is not JSON', '{'],
    ['an unknown frame', '{"type":"act"}'],
    ['a second hello', '{"type":"hello"}'],
    ['a frame that is too large', JSON.stringify({ type: 'hello', pad: 'x'.repeat(20_000) })],
  ])('closes the connection that sends %s, and no other', async (_name, text) => {
    const { line } = await snapshot();
    const other = await snapshot();
    line.socket.send(text);
    expect(await line.closed).toBeGreaterThanOrEqual(1000);
    happens('p9');
    expect(await other.line.frame(({ type }) => type === 'unclaimed')).toBeDefined();
  });

  it('refuses other origins, host names and protocols', async () => {
    const status = (headers: Readonly<Record<string, string>>) =>
      world.register.listen({}, headers).opened;
    const { port } = new URL(world.api.url);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ host: `evil.example:${port}` })).toBe(421);
    const other = new WebSocket(`${world.api.url.replace('http', 'ws')}events/`, 'something.else');
    other.on('error', () => undefined);
    const refused = await new Promise((resolve) => {
      other.on('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
    expect(refused).toBe(400);
  });

  it('refuses a connection above the limit with 429', async () => {
    for (let count = 0; count < LIMITS.tillApiSocketsMax; count += 1) {
      expect(await world.register.listen().opened).toBe(101);
    }
    expect(await world.register.listen().opened).toBe(429);
  });
});
