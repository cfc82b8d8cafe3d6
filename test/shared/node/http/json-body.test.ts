import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseJsonBody } from '../../../../shared/node/http/json-body.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

const { jsonValuesMax: most } = LIMITS;
const read = (text: string) => parseJsonBody(Buffer.from(text));
const list = (item: string, count: number) => `[${Array(count).fill(item).join()}]`;

afterEach(() => void vi.restoreAllMocks());

describe('a JSON body', () => {
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  const VALUES = `The body has more than ${most} values.`;
  const MEMBERS = `The body has an object with more than ${LIMITS.jsonMembersMax} members.`;
  const DEEP = `The body is nested deeper than ${LIMITS.jsonDepthMax} levels.`;

  it.each([
    ['many numbers', list('0', most + 1), VALUES],
    ['many empty objects', list('{}', most / 2 + 1), VALUES],
    ['many lists behind a text that ends late', `{"a\\"":${list('[]', most / 2 + 1)}}`, VALUES],
    ['many members', keys(LIMITS.jsonMembersMax + 1), MEMBERS],
    ['many members in a list', `[{"a":[1,2]},{"b":${keys(70_000)}}]`, MEMBERS],
    ['levels', nested(LIMITS.jsonDepthMax + 2), DEEP],
    ['a hundred thousand levels', nested(100_000), DEEP],
  ])('with too %s is refused before a value of it is made', (_what, text, description) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(read(text)).toMatchObject({ refusal: { type: 'Bad Request', description } });
    expect(parse).not.toHaveBeenCalled();
  });

  it('is read with as many values as it may have, and with any text', () => {
    expect(read(list('0', most)).ok).toBe(true);
    expect(read(nested(LIMITS.jsonDepthMax)).ok).toBe(true);
    const one = keys(LIMITS.jsonMembersMax);
    expect(read(list(one, 3))).toEqual({ ok: true, value: JSON.parse(list(one, 3)) });
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
