import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spelled, typedCodeOf } from '../../../renderer/ui/code-letters.tsx';

const CODE = 'p2ybyw4tq73n';

it.each([
  ['https://pay.example', 'pay.example/w/'],
  ['http://192.168.1.20:4600', '192.168.1.20:4600/w/'],
  ['https://shop.example/tillkit', 'shop.example/tillkit/w/'],
  ['https://shop.example/no/pay', 'shop.example/no/pay/w/'],
  ['https://shop.example/p', 'shop.example/p/w/'],
])(
  'below the public address %s a request has its code and the wallet’s address',
  (root, address) => {
    for (const end of ['', '/']) {
      expect(typedCodeOf(`${root}/p/${CODE}${end}`)).toEqual({ letters: CODE, address });
    }
  },
);

it.each([
  '',
  CODE,
  `token:${CODE}`,
  'https://pay.example/s/xhTGU/',
  'https://pay.example/p/',
  'https://pay.example/p/abc/',
  `https://pay.example/p/${CODE.toUpperCase()}/`,
  `https://pay.example/p/${CODE}/more/`,
  `https://pay.example/p/${CODE}/?next=1`,
  `https://pay.example/?next=/p/${CODE}/`,
  `https:///p/${CODE}/`,
  `ftp://pay.example/p/${CODE}/`,
])('another address has no code to type: %j', (uri) => {
  expect(typedCodeOf(uri)).toBeNull();
});

it('any path of the public address leads to the same code', () => {
  const path = fc.array(fc.stringMatching(/^[a-z0-9~._-]{1,12}$/), { maxLength: 4 });
  fc.assert(
    fc.property(path, (segments) => {
      const root = ['shop.example', ...segments].join('/');
      const code = { letters: CODE, address: `${root}/w/` };
      expect(typedCodeOf(`https://${root}/p/${CODE}/`)).toEqual(code);
    }),
  );
});

it('a code is spelled one character at a time, with the comma of the language', () => {
  expect(spelled('p2y', ', ')).toBe('p, 2, y');
  expect(spelled('p2y', '، ')).toBe('p، 2، y');
});
