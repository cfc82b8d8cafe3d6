import { describe, expect, it } from 'vitest';
import {
  activeSpan,
  inSpan,
  outsideSpans,
  type RecordedSpan,
  withTraceparent,
} from '../../../../shared/node/tracing/tracing.ts';

describe('the active span', () => {
  function span(isOpen: boolean): RecordedSpan {
    const traceId = 'a'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    return { traceId, traceparent, isOpen, add() {}, end() {} };
  }

  it('is the span of the caller’s context, also after an await', async () => {
    const own = span(true);
    const seen = await inSpan(own, async () => {
      await null;
      return [activeSpan(), outsideSpans(activeSpan)];
    });
    expect(seen).toEqual([own, null]);
    expect(activeSpan()).toBeNull();
  });

  it('is null for an ended span and without a span', () => {
    expect(inSpan(span(false), activeSpan)).toBeNull();
    expect(inSpan(null, activeSpan)).toBeNull();
  });

  it('adds a traceparent to the requests of its context, and to no other request', () => {
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
