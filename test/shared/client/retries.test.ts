import { describe, expect, it } from 'vitest';
import { type ClientResult, withRetries } from '../../../shared/client/index.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { ok, refused, silence } from '../../support/model-service.ts';
import { rest } from '../../support/till.ts';

const half = (length: number) => new Uint8Array(length).fill(128);

function asksToWait(retryAfter: number): ClientResult<never> {
  const error = { kind: 'refused', status: 429, type: 'Too Many Requests' } as const;
  return { ok: false, error: { ...error, description: '', details: null, retryAfter } };
}

/** Runs a call that gives these results in turn; answers when each attempt was made. */
async function attempt(results: readonly ClientResult<string>[], signal?: AbortSignal) {
  const clock = createManualClock(0);
  const at: number[] = [];
  let done: ClientResult<string> | null = null;
  const call = async () => {
    at.push(clock.now());
    return results[at.length - 1] ?? silence();
  };
  const options = { clock, random: half, ...(signal ? { signal } : {}) };
  void withRetries(call, options).then((result) => {
    done = result;
  });
  for (let turn = 0; turn < 400 && done === null; turn += 1) {
    await rest();
    clock.advance(50);
  }
  return { at, result: done };
}

describe('a call that may be repeated', () => {
  it('is repeated with growing waits until it is answered', async () => {
    const { at, result } = await attempt([silence(), silence(), ok(200, 'yes')]);
    expect(result).toEqual(ok(200, 'yes'));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(250);
    expect(waits[0]).toBeLessThanOrEqual(550);
    expect(waits[1]).toBeGreaterThanOrEqual(500);
    expect(waits[1]).toBeLessThanOrEqual(1_050);
  });

  it('ends after four attempts and returns the last result', async () => {
    const { at, result } = await attempt([]);
    expect(at).toHaveLength(4);
    expect(result).toMatchObject({ ok: false, error: { kind: 'no_answer' } });
  });

  it('is not repeated before the Retry-After of the service', async () => {
    const { at } = await attempt([asksToWait(3_000), ok(200, 'yes')]);
    expect(at[1]).toBeGreaterThanOrEqual(3_000);
  });

  it('is not repeated after a Retry-After of a minute or a refusal with 409', async () => {
    expect((await attempt([asksToWait(60_000)])).at).toHaveLength(1);
    expect((await attempt([refused(409, 'No.')])).at).toHaveLength(1);
  });

  it('stops waiting when the caller aborts', async () => {
    const controller = new AbortController();
    const running = attempt([asksToWait(9_000), ok(200, 'too late')], controller.signal);
    await rest();
    controller.abort();
    const { at, result } = await running;
    expect(at).toHaveLength(1);
    expect(result).toMatchObject({ ok: false, error: { kind: 'refused' } });
  });
});
