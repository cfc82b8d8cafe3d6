import type { PlainWords } from '../../../shared/node/http/plain-page.ts';

/** Why the till refuses its page to a browser. */
export type PageRefusal = 'not_launched' | 'address_used' | 'other_user';

/** Name of the file with the launch address in the till's data folder. */
export const LAUNCH_FILE = 'screen-address.txt';

const ADVICE = {
  en: `Open the latest address shown when the till program started. It is also in the file \
${LAUNCH_FILE} in the till’s data folder. Each address opens the till in one browser only.`,
  nb: `Åpne den siste adressen som ble vist da kasseprogrammet startet. Den ligger også i filen \
${LAUNCH_FILE} i datamappen til kassen. Hver adresse åpner kassen i bare én nettleser.`,
} as const;

/** The texts of such a page: the problem and what to do. */
export const PAGE_REFUSALS: Readonly<Record<PageRefusal, PlainWords>> = {
  not_launched: {
    en: { title: 'This browser has no access to the till', text: ADVICE.en },
    nb: { title: 'Denne nettleseren har ikke tilgang til kassen', text: ADVICE.nb },
  },
  address_used: {
    en: {
      title: 'This address has already been used',
      text: `Two browsers used it, so the till was closed in both. ${ADVICE.en}`,
    },
    nb: {
      title: 'Denne adressen er allerede brukt',
      text: `To nettlesere har brukt den, så kassen ble lukket i begge. ${ADVICE.nb}`,
    },
  },
  other_user: {
    en: {
      title: 'This till belongs to another user of this machine',
      text: 'Sign in to the machine as the user that started the till.',
    },
    nb: {
      title: 'Denne kassen tilhører en annen bruker av maskinen',
      text: 'Logg inn på maskinen som brukeren som startet kassen.',
    },
  },
};
