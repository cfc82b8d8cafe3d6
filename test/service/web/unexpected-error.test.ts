import { describe, expect, it } from 'vitest';
import { createLog } from '../../../service/app/log.ts';
import { StoreBusy, StoreUnavailable } from '../../../service/store/store-errors.ts';
import { failureOf, faultReply, PERSON_WORDS } from '../../../service/web/unexpected-error.ts';
import { errorReply } from '../../../shared/node/http/error-reply.ts';
import { refuse } from '../../../shared/protocol/errors.ts';

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

describe('a failure in words for a person', () => {
  it('has no id and no request to send again, and the same times to wait as for programs', () => {
    const log = createLog('silent');
    const told = (error: unknown) => failureOf(error, 'req-7', log, PERSON_WORDS);
    expect(told(new StoreBusy())).toMatchObject({ retryAfterSeconds: 1 });
    expect(told(new StoreUnavailable('disk full'))).toMatchObject({ retryAfterSeconds: 5 });
    const { refusal, retryAfterSeconds } = told(new Error('no such column'));
    expect([refusal.type, retryAfterSeconds]).toEqual(['Internal Server Error', undefined]);
    expect(refusal.description).not.toMatch(/req-7|column|request|log/);
  });
});

describe('a refusal', () => {
  const tooMany = (details?: Record<string, unknown>) =>
    errorReply(refuse('Too Many Requests', 'Wait.', details).refusal).headers?.['retry-after'];

  it('says how long to wait, from its own details where nothing else does', () => {
    expect([tooMany(), tooMany({ retry_after: 37 })]).toEqual(['1', '37']);
  });

  it('names the schemes of the API, except to an audience with a cookie', () => {
    const { refusal } = refuse('Unauthorized', 'Sign in first.');
    expect(errorReply(refusal).headers).toEqual({ 'www-authenticate': 'SECRET, RSA-SHA256' });
    expect(errorReply(refusal, undefined, null).headers).toEqual({});
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
