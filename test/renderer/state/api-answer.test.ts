import { expect, it } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../../renderer/state/api-answer.ts';

const sentenceOf = (body: unknown) => {
  const read = readReply(z.null(), { status: 400, body, skew: null });
  return read.ok ? null : read.problem.sentence;
};
const error_description = 'Some fields are not valid; error_details names each of them.';

it('the sentence names each wrong field with its problems', () => {
  const error_details = {
    serial_number: ['is not the serial number of a code that this service has issued'],
    label: ['is too long', 'has a line break'],
  };
  expect(sentenceOf({ error_description, error_details })).toBe(
    'serial number: is not the serial number of a code that this service has issued; ' +
      'label: is too long, has a line break',
  );
});

it.each([[undefined], [{}], [{ retry_after: 5 }], ['text']])(
  'details %j do not change the sentence',
  (error_details) => {
    expect(sentenceOf({ error_description: 'Try later.', error_details })).toBe('Try later.');
  },
);

it('a body with a description only is accepted', () => {
  expect(sentenceOf({ error_description: 'This request has run out of time.' })).toBe(
    'This request has run out of time.',
  );
});
