import { describe, expect, it } from 'vitest';
import { faultReply } from '../../../service/api/fault-reply.ts';
import { createLog } from '../../../service/app/log.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';

function judge(error: unknown) {
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => lines.push(line) });
  const reply = faultReply(error, 'req-7', log);
  return { reply, log: lines.join(''), text: JSON.stringify(reply) };
}

describe('an unexpected error', () => {
  it('is answered with 500 and the request’s id, without internal details', () => {
    const { reply, log, text } = judge(new Error('no such column: secret_hash'));
    expect(reply).toMatchObject({ status: 500, body: { error_type: 'Internal Server Error' } });
    expect(text).toContain('req-7');
    expect(text).not.toMatch(/secret_hash|stack|\.ts/);
    expect(log).toContain('no such column');
    expect(log).toContain('req-7');
  });

  it('is answered with 500 for any thrown value', () => {
    for (const thrown of [null, undefined, 'text', 7, {}]) {
      expect(judge(thrown).reply.status).toBe(500);
    }
  });

  it('is answered with 503 and Retry-After if the store is busy or cannot write', () => {
    const busy = judge(new StoreBusy()).reply;
    expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    const full = judge(new StoreUnavailable('disk full'));
    expect(full.reply).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(full.text).not.toContain('disk full');
    expect(full.log).toContain('disk full');
  });
});

describe('the log', () => {
  it('hides secrets at any depth', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line: string) => lines.push(line) });
    log.info({ secret: 'S1', user: { secret: 'S2' }, headers: { authorization: 'S3' } }, 'one');
    log.info({ request: { headers: { authorization: 'S4', cookie: 'S5' } } }, 'two');
    log.error({ error: new Error('boom') }, 'three');
    expect(lines.join('')).not.toMatch(/S[1-5]/);
    expect(lines.join('')).toContain('boom');
    expect(lines).toHaveLength(3);
  });
});
