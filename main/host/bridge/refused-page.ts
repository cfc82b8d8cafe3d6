import type { PlainWords } from '../../../shared/node/http/plain-page.ts';

/** Why the till refuses its page to a browser. */
export type PageRefusal = 'not_launched' | 'address_used' | 'other_user';

/** Name of the file with the launch address in the till's data folder. */
export const LAUNCH_FILE = 'screen-address.txt';

const ADVICE = {
  en: `Open the address that the till’s start printed last. It is also in the file ${LAUNCH_FILE} in \
the till’s data folder. Each such address opens the till in one browser.`,
  nb: `Åpne adressen som oppstarten av kassen skrev ut sist. Den ligger også i filen ${LAUNCH_FILE} i \
datamappen til kassen. Hver slik adresse åpner kassen i én nettleser.`,
} as const;

/** The texts of such a page: the problem and what to do. */
export const PAGE_REFUSALS: Readonly<Record<PageRefusal, PlainWords>> = {
  not_launched: {
    en: { title: 'This browser has not opened the till', text: ADVICE.en },
    nb: { title: 'Denne nettleseren har ikke åpnet kassen', text: ADVICE.nb },
  },
  address_used: {
    en: {
      title: 'This address was used already',
      text: `Two browsers used it, so the till has closed in both. ${ADVICE.en}`,
    },
    nb: {
      title: 'Denne adressen er brukt før',
      text: `To nettlesere har brukt den, så kassen er lukket i begge. ${ADVICE.nb}`,
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
