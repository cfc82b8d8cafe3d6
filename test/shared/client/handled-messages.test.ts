import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createHandledMessages,
  createHandleOnce,
  type HandledMessages,
  type HandledOnce,
} from '../../../shared/client/handled-messages.ts';
import type { ArrivedCallback } from '../../../shared/client/index.ts';
import { callback, meta, receiverOf, stranger } from '../../support/callback-sender.ts';
import { rest } from '../../support/till.ts';

/* The receiver of a shop's server handles each message once with success, and loses none. */

const accept = () => undefined;
const of = (id: string) => callback({ meta: meta({ id }) });

describe('a repeated callback', () => {
  it('is recognised by the message id, whatever its signature and timestamp', async () => {
    const receiver = receiverOf();
    const isRepeat = async (arrived: ArrivedCallback) => {
      const received = await receiver.receive(arrived, accept);
      return received.ok ? received.repeat : received.problem;
    };
    expect(await isRepeat(of('m1'))).toBe(false);
    const again = callback({ meta: meta() }, { timestamp: '2026-11-20 08:05:30' });
    expect(await isRepeat(again)).toBe(true);
    expect(await isRepeat(of('m2'))).toBe(false);
  });

  it('counts as new if the first one with the same id was refused', async () => {
    const receiver = receiverOf();
    const forged = callback({ meta: meta() }, { key: stranger.privateKey });
    expect(await receiver.receive(forged, accept)).toMatchObject({ ok: false });
    expect(await receiver.receive(of('m1'), accept)).toMatchObject({ ok: true, repeat: false });
  });

  it('has the reason of a failed handler, or of a failed store, and is handled again', async () => {
    const closed = new Error('the shop is closed');
    const receiver = receiverOf();
    const fails = () => {
      throw closed;
    };
    const failed = { ok: false, status: 500, problem: 'handler', error: closed };
    expect(await receiver.receive(of('m1'), fails)).toMatchObject(failed);
    expect(await receiver.receive(of('m1'), accept)).toMatchObject({ ok: true, repeat: false });
    const away = { ...createHandledMessages(), claim: fails, release: fails };
    expect(await receiverOf({ handled: away }).receive(of('m1'), accept)).toMatchObject(failed);
  });
});

describe('the store of handled messages', () => {
  it('removes the oldest id when it is full', async () => {
    const handled = createHandledMessages(2);
    for (const id of ['a', 'b', 'c']) {
      expect(handled.claim(id)).toBe('claimed');
      await handled.confirm(id);
    }
    expect(['b', 'c', 'a'].map((id) => handled.claim(id))).toEqual([
      'handled',
      'handled',
      'claimed',
    ]);
    expect(handled.claim('a')).toBe('busy');
  });
});

type Step =
  | { readonly kind: 'deliver'; readonly process: number; readonly id: string }
  | { readonly kind: 'end'; readonly which: number; readonly hasSucceeded: boolean }
  | { readonly kind: 'restart'; readonly process: number };

const PROCESSES = 2;
const process = fc.nat({ max: PROCESSES - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver'),
      process,
      id: fc.constantFrom('m1', 'm2'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('end'),
      which: fc.nat({ max: 3 }),
      hasSucceeded: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), process }) },
);

/** A handler that runs until the test ends it. */
type Run = {
  readonly id: string;
  readonly process: number;
  readonly end: (hasSucceeded: boolean) => void;
};

/** The processes of one shop on a shared store, which ends the claims of a process that was killed. */
function shop() {
  const memory = createHandledMessages();
  const claims = new Map<string, number>();
  const results: {
    readonly id: string;
    readonly kind: HandledOnce['kind'];
    readonly succeeded: number;
  }[] = [];
  const succeeded: string[] = [];
  let runs: readonly Run[] = [];

  function start(process: number) {
    let isAlive = true;
    /** A killed process writes nothing more. */
    const alive = async <T>(work: () => Promise<T> | T): Promise<T> => {
      await Promise.resolve();
      return isAlive ? work() : new Promise<never>(() => undefined);
    };
    const handled: HandledMessages = {
      claim: (id) =>
        alive(async () => {
          const claim = await memory.claim(id);
          if (claim === 'claimed') claims.set(id, process);
          return claim;
        }),
      confirm: (id) => alive(() => memory.confirm(id)),
      release: (id) => alive(() => memory.release(id)),
    };
    const once = createHandleOnce(handled);
    const handler = (id: string) =>
      new Promise<void>((resolve, reject) => {
        const run: Run = {
          id,
          process,
          end(hasSucceeded) {
            runs = runs.filter((one) => one !== run);
            if (!hasSucceeded) return reject(new Error('failed'));
            succeeded.push(id);
            resolve();
          },
        };
        runs = [...runs, run];
      });
    return {
      deliver(id: string) {
        void once(id, () => handler(id)).then(({ kind }) => {
          const count = succeeded.filter((one) => one === id).length;
          if (isAlive) results.push({ id, kind, succeeded: count });
        });
      },
      kill() {
        isAlive = false;
        runs = runs.filter((one) => one.process !== process);
        for (const [id, owner] of claims) if (owner === process) void memory.release(id);
      },
    };
  }

  const processes = Array.from({ length: PROCESSES }, (_, process) => start(process));
  return {
    results,
    succeeded,
    runs: () => runs,
    async take(of: Step) {
      if (of.kind === 'deliver') processes[of.process]?.deliver(of.id);
      else if (of.kind === 'end') runs[of.which % Math.max(1, runs.length)]?.end(of.hasSucceeded);
      else {
        processes[of.process]?.kill();
        processes[of.process] = start(of.process);
      }
      await rest();
    },
  };
}

it('a message is confirmed only after its handler has succeeded, and handled until it has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { take, runs, results, succeeded } = shop();
      for (const one of steps) {
        await take(one);
        const open = runs().map(({ id }) => id);
        expect(new Set(open).size).toBe(open.length);
      }
      // The service sends each message until it is confirmed.
      for (const id of ['m1', 'm2']) {
        while (runs().length > 0) await take({ kind: 'end', which: 0, hasSucceeded: true });
        await take({ kind: 'deliver', process: 0, id });
        while (runs().length > 0) await take({ kind: 'end', which: 0, hasSucceeded: true });
      }
      expect(succeeded.sort()).toEqual(['m1', 'm2']);
      for (const { kind, succeeded: count } of results) {
        if (kind === 'now' || kind === 'before') expect(count).toBe(1);
      }
    }),
    { numRuns: 300 },
  );
});
