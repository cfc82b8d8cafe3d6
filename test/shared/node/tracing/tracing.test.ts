import { describe, expect, it } from 'vitest';
import {
  activeSpan,
  inSpan,
  outsideSpans,
  type RecordedSpan,
  withTraceparent,
} from '../../../../shared/node/tracing/tracing.ts';

describe('the open span', () => {
  function span(isOpen: boolean): RecordedSpan {
    const traceId = 'a'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    return { traceId, traceparent, isOpen, add() {}, end() {} };
  }

  it('is the one in whose context the caller runs, also after a wait', async () => {
    const own = span(true);
    const seen = await inSpan(own, async () => {
      await null;
      return [activeSpan(), outsideSpans(activeSpan)];
    });
    expect(seen).toEqual([own, null]);
    expect(activeSpan()).toBeNull();
  });

  it('is none once it has ended, or without one', () => {
    expect(inSpan(span(false), activeSpan)).toBeNull();
    expect(inSpan(null, activeSpan)).toBeNull();
  });

  it('goes with its requests, and changes no other', () => {
    const headers = { authorization: 'SECRET one' };
    const sent = [withTraceparent(headers), inSpan(span(true), () => withTraceparent(headers))];
    const read = sent.map((one) => new Headers(one));
    expect(read.map((one) => [one.get('authorization'), one.get('traceparent')?.length])).toEqual([
      ['SECRET one', undefined],
      ['SECRET one', 55],
    ]);
    expect(withTraceparent(undefined)).toEqual({});
  });
});
