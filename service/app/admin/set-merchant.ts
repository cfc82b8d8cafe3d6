import { z } from 'zod';
import { agreement } from '../../../shared/protocol/agreement.ts';
import { line, optional } from '../../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { merchantUpdateInput } from '../../../shared/protocol/merchant.ts';
import { changedMerchant, changeMerchant } from '../../merchants/merchant-access.ts';
import { type Command, textOf, textsOf } from './command.ts';
import { checkInput, readInput } from './problems.ts';

const flag = optional(
  z.enum(['yes', 'no'], 'must be yes or no').transform((word) => word === 'yes'),
);

/** The word that removes the company of a merchant. */
const NONE = 'none';
/** Members that only the operator sets. The company decides who may open the merchant (D-76). */
const own = z.object({ auto_release: flag, legal_entity: optional(line(LIMITS.lookupIdMax)) });

/** `set-merchant`: sets the members of a merchant other than name and fees (D-69, D-100, D-105). */
export const setMerchant: Command = {
  usage: 'set-merchant MERCHANT [options]',
  summary: 'change a merchant’s profile, documents, company, currencies and ended authorisations',
  words: ['MERCHANT'],
  options: [
    { name: 'auto-release', kind: 'text', help: 'yes or no: an ended authorisation is released' },
    { name: 'profile', kind: 'text', help: 'JSON file with the members of profile' },
    { name: 'documents', kind: 'text', help: 'JSON file with the list of business_documents' },
    { name: 'legal-entity', kind: 'text', help: 'id of the company that owns it, or none' },
    { name: 'currency', kind: 'texts', help: 'one more currency, with an account; may come again' },
  ],
  async run(deps, { words: [merchant = ''], options }) {
    const auto = checkInput(own, {
      auto_release: textOf(options, 'auto-release'),
      legal_entity: textOf(options, 'legal-entity'),
    });
    if (!auto.ok) return auto;
    const profile = await jsonOf(textOf(options, 'profile'));
    if (!profile.ok) return profile;
    const documents = await jsonOf(textOf(options, 'documents'));
    if (!documents.ok) return documents;
    const input = checkInput(merchantUpdateInput, {
      profile: profile.value,
      business_documents: documents.value,
      auto_release_after_auth_expire: auto.value.auto_release,
    });
    if (!input.ok) return input;
    const word = auto.value.legal_entity;
    const done = await changeMerchant(await deps.store(), merchant, (record) => {
      const currencies = [...record.agreement.currencies, ...textsOf(options, 'currency')];
      const unique = [...new Set(currencies)];
      const terms = checkInput(agreement, { ...record.agreement, currencies: unique });
      if (!terms.ok) return terms;
      const changed = changedMerchant(record, input.value);
      const kept = word === null ? changed.details.legalEntity : word === NONE ? null : word;
      const details = { ...changed.details, legalEntity: kept };
      return answer({ ...changed, details, agreement: terms.value });
    });
    if (!done.ok) return done;
    const { legalEntity } = done.value.details;
    const { currencies } = done.value.agreement;
    const released = done.value.terms.autoRelease ?? true;
    return answer([
      ...(legalEntity === null ? [] : [`merchant ${merchant} belongs to ${legalEntity}`]),
      `merchant ${merchant}: currencies ${currencies.join(' ')}`,
      `an authorisation that ends is ${released ? 'released' : 'held until it is released'}`,
    ]);
  },
};

async function jsonOf(file: string | null): Promise<Answer<unknown>> {
  if (file === null) return answer(null);
  const bytes = await readInput(file, LIMITS.bodyBytesMax);
  if (!bytes.ok) return bytes;
  try {
    return answer(JSON.parse(String(bytes.value)));
  } catch {
    return refuse('Bad Request', `The file ${file} is not well-formed JSON.`);
  }
}
