import { expect, test } from 'vitest';
import { type ServiceProcess, superviseService } from '../../../../main/host/service/supervise.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

type Child = {
  readonly sent: unknown[];
  killed: boolean;
  say(message: unknown): void;
  die(code: number): void;
};

function readReady(message: unknown): number | null {
  const ready = typeof message === 'object' && message !== null && 'port' in message;
  return ready ? Number(message.port) : null;
}

/** Supervises processes that the test plays, and records what is reported. */
function supervise() {
  const clock = createManualClock();
  const children: Child[] = [];
  const reports: string[] = [];
  const spawn = (): ServiceProcess => {
    let onMessage: (message: unknown) => void = () => undefined;
    let onExit: (code: number) => void = () => undefined;
    let alive = true;
    const child: Child = {
      sent: [],
      killed: false,
      say: (message) => onMessage(message),
      die(code) {
        alive = false;
        onExit(code);
      },
    };
    children.push(child);
    return {
      send(message) {
        if (!alive) throw new Error('sent to a process that is gone');
        child.sent.push(message);
      },
      kill() {
        child.killed = true;
        child.die(9);
      },
      onMessage: (listener) => {
        onMessage = listener;
      },
      onExit: (listener) => {
        onExit = listener;
      },
    };
  };
  const service = superviseService<number>({
    spawn,
    clock,
    startOptions: (earlier) => ({ port: earlier ?? 0 }),
    readReady,
    report: (sentence) => reports.push(sentence),
  });
  const child = (index: number): Child => {
    const found = children[index];
    if (!found) throw new Error(`there is no run ${index}`);
    return found;
  };
  return { clock, children, child, reports, service };
}

test('the first run receives the start message, and its ready values are returned', async () => {
  const { child, service } = supervise();
  expect(child(0).sent).toEqual([{ type: 'start', options: { port: 0 } }]);
  child(0).say({ port: 4711 });
  expect(await service.ready).toBe(4711);
});

test('a service that cannot start is not restarted, and the reason is reported', async () => {
  const { children, child, clock, service } = supervise();
  const refused = expect(service.ready).rejects.toThrow('The data is in use.');
  child(0).say({ failed: 'The data is in use.' });
  child(0).die(1);
  await refused;
  clock.advance(60_000);
  expect(children).toHaveLength(1);
});

test('a crashed service is restarted on the same port', () => {
  const { children, child, clock } = supervise();
  child(0).say({ port: 4711 });
  child(0).die(139);
  expect(children).toHaveLength(1);
  clock.advance(250);
  expect(child(1).sent).toEqual([{ type: 'start', options: { port: 4711 } }]);
});

test('a service that keeps crashing is not restarted', () => {
  const { children, child, clock, reports } = supervise();
  child(0).say({ port: 1 });
  for (let run = 0; run < 6; run += 1) {
    child(run).die(1);
    clock.advance(10_000);
  }
  expect(children).toHaveLength(6);
  expect(reports.at(-1)).toContain('not started again');
});

test('crashes that are far apart do not add up', () => {
  const { children, child, clock } = supervise();
  child(0).say({ port: 1 });
  for (let run = 0; run < 12; run += 1) {
    child(run).die(1);
    clock.advance(5 * 60_000);
  }
  expect(children).toHaveLength(13);
});

test('a stop sends the message, waits, and restarts nothing', async () => {
  const { children, child, clock, service } = supervise();
  child(0).say({ port: 1 });
  const stopped = service.stop();
  expect(child(0).sent.at(-1)).toEqual({ type: 'stop' });
  child(0).die(0);
  await stopped;
  clock.advance(60_000);
  expect(children).toHaveLength(1);
});

test('a service that does not stop is killed', async () => {
  const { child, clock, service } = supervise();
  child(0).say({ port: 1 });
  const stopped = service.stop();
  clock.advance(8_000);
  await stopped;
  expect(child(0).killed).toBe(true);
});

test('a stop between two runs starts nothing', async () => {
  const { children, child, clock, service } = supervise();
  child(0).say({ port: 1 });
  child(0).die(1);
  await service.stop();
  clock.advance(60_000);
  expect(children).toHaveLength(1);
});

test('no timer is left after the stop', async () => {
  const running = supervise();
  const stopped = running.service.stop();
  expect(running.clock.armed()).toBe(1);
  running.child(0).die(0);
  await stopped;
  expect(running.clock.armed()).toBe(0);
  const between = supervise();
  between.child(0).say({ port: 4711 });
  between.child(0).die(139);
  expect(between.clock.armed()).toBe(1);
  await between.service.stop();
  expect(between.clock.armed()).toBe(0);
});
