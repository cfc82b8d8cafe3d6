import { describe, expect, it } from 'vitest';
import { PRODUCT_FILES, TEST_FILES, textOf } from './sources.ts';

/*
 * One word for each thing. A name that the project has replaced does not come back: neither in the product
 * nor in tests. Files and messages that earlier versions read or write keep their names; those places are
 * listed with the word.
 */

type Replaced = {
  readonly word: RegExp;
  readonly instead: string;
  /** Where the name is one of a file or a message that other versions know. */
  readonly kept?: RegExp;
};

/** The records of the till's journal, and where they are applied and made. */
const JOURNAL =
  /^(test\/)?shared\/terminal\/(start|sale)\/(records|apply-record|outcome-reducer|recover)(\.test)?\.ts$/;

const DICTIONARY: readonly Replaced[] = [
  { word: /\bgivenBack\b/, instead: 'refunded', kept: JOURNAL },
  { word: /\b(giving|given)_back\b/, instead: 'releasing, released, refunded, not_charged' },
  { word: /\bheldOf\b/, instead: 'authorisedOf' },
  { word: /\b(portal|merchant)Assets\b/, instead: 'walletPages, portalPages' },
  { word: /\blanPortal\b/, instead: 'lanWallet' },
  { word: /\bmerchantPages\b/, instead: 'portalPages' },
  {
    word: /\bportal_url\b/,
    instead: 'wallet_url',
    kept: /^(service\/app\/ready\.ts|test\/service\/app\/cli\.test\.ts|test\/conformance\/addresses\.test\.ts)$/,
  },
  { word: /\bsale\.(taken|way)\b/, instead: 'sale.captured, sale.method' },
  { word: /\bnot_told\b|'telling'/, instead: 'callback_failed, callback_pending' },
  { word: /\bstraight: FastRouter\b/, instead: 'fast' },
  { word: /\bdeps: context\b/, instead: 'deps' },
  { word: /\bProfileNames\b|\bprofile-names\b/, instead: 'OtherNames' },
];

const FILES = [...PRODUCT_FILES, ...TEST_FILES].filter(
  (file) => !file.endsWith('architecture/dictionary.test.ts'),
);

describe('the dictionary', () => {
  it.each(DICTIONARY)('$word is $instead', ({ word, kept }) => {
    const places = FILES.filter((file) => kept?.test(file) !== true && word.test(textOf(file)));
    expect(places).toEqual([]);
  });

  it('lists only places that still have the word', () => {
    for (const { word, kept } of DICTIONARY) {
      if (kept === undefined) continue;
      const places = FILES.filter((file) => kept.test(file) && word.test(textOf(file)));
      expect(places, String(word)).not.toEqual([]);
    }
  });
});
