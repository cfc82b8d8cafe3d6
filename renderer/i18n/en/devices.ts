import { plural } from '../language.ts';

/** What the devices of a till make a cashier do. */
export const devicesEn = {
  drawerShut: (why: string) => `The cash drawer did not open. ${why} Open it with its key.`,
  drawerUnsure: 'The cash drawer may be shut: the printer did not confirm it. Look at the drawer.',
  noPaper: (count: number, names: string) =>
    plural('en', count, {
      one: `One receipt has no paper: ${names}. Print it when the customer asks.`,
      other: `# receipts have no paper: ${names}. Print them when customers ask.`,
    }),
  sale: (number: number) => `sale ${number}`,
  seen: 'I have seen it',
};

/** The contract for every other language. */
export type DeviceWords = typeof devicesEn;
