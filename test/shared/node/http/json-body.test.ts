import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseJsonBody } from '../../../../shared/node/http/json-body.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

const { jsonValuesMax: most } = LIMITS;
const read = (text: string) => parseJsonBody(Buffer.from(text));
const list = (item: string, count: number) => `[${Array(count).fill(item).join()}]`;

afterEach(() => void vi.restoreAllMocks());

describe('a JSON body', () => {
  it.each([
    ['numbers', list('0', most + 1)],
    ['empty objects', list('{}', most / 2 + 1)],
    ['lists in a text that ends late', `{"a\\\\\\"":${list('[]', most / 2 + 1)}}`],
    ['keys', `{${Array.from({ length: most + 1 }, (_, at) => `"k${at}":1`).join()}}`],
  ])('of too many %s is refused before one of them is made', (_what, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(read(text)).toMatchObject({
      refusal: { type: 'Bad Request', description: `The body has more than ${most} values.` },
    });
    expect(parse).not.toHaveBeenCalled();
  });

  it('is read with as many values as it may have, and with any text', () => {
    expect(read(list('0', most)).ok).toBe(true);
    // What stands in a text is no value, whatever was escaped before it.
    const text = ',[{'.repeat(most) + '\\'.repeat(3);
    const body = JSON.stringify({ [`${text}"`]: text, b: `"${text}` });
    expect(read(body)).toEqual({ ok: true, value: { [`${text}"`]: text, b: `"${text}` } });
  });

  it('that ends inside of a text is not well-formed', () => {
    expect(read(`["${'x\\"'.repeat(most)}`)).toMatchObject({
      refusal: { description: 'The body is not well-formed JSON.' },
    });
  });
});
