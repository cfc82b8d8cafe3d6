import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LANGUAGES, languageOfTag } from '../../../shared/catalogue/language.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { FiscalSettings } from '../../../shared/device/fiscal/setting.ts';
import { BAUD_RATES, type ScaleSettings } from '../../../shared/device/scale/settings.ts';
import { isTimeZone } from '../../../shared/ledger/calendar.ts';
import { MONEY_MAX } from '../../../shared/money/money.ts';
import { replaceFile } from '../../../shared/node/replace-file.ts';
import { present } from '../../../shared/objects/present.ts';
import { currency, line, reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { openingHours } from '../../../shared/protocol/opening-hours.ts';
import {
  cashRoundingRule,
  dayEnd,
  discountLimits,
  membershipRule,
  receiptLinkRule,
  receiptTexts,
  returnedDepositRule,
  tenderNames,
  tipRules,
} from '../../../shared/protocol/shop-rules.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { tillApiConfig } from '../local-api/config.ts';
import { printerConfig, printerSettings } from '../printing/config.ts';
import { StartError } from '../start-error.ts';
import { ruleSettings } from './shop-rules.ts';

/** Name of the settings file in the data directory. */
export const SETTINGS_FILE = 'settings.json';

/** What `settings.json` and the configuration of a till without screens both say, with the same meaning. */
export const TILL_MEMBERS = {
  /** IANA name of the shop's time zone; the machine's own when left out. */
  time_zone: z.string().max(64).refine(isTimeZone, 'must be a time zone, Europe/Oslo').optional(),
  /** The receipt printer; a screen prints when left out. */
  printer: printerConfig.optional(),
  /** The largest discount in per cent that each role gives alone; 20 and 100 when left out. */
  discounts: discountLimits.optional(),
  /** What the shop takes back of deposits on one bill; usual figures when left out. */
  returned_deposits: returnedDepositRule.optional(),
  /** Tips; the customer is not asked for any when left out. */
  tips: tipRules.optional(),
  /** ISO 3166 code of the shop's country; that of `locale` when left out. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a country code, NO')
    .optional(),
  /** How cash is rounded; by country and currency when left out. */
  cash_rounding: cashRoundingRule.optional(),
  /** Names of other tenders, such as a bank card terminal; none when left out. */
  other_tenders: tenderNames.optional(),
  /** The fiscal device at this till; none when left out. */
  fiscal: z
    .strictObject({
      host: z.string().min(1).max(255),
      port: z.int().min(1).max(65_535),
      without: z.enum(['block_sales', 'sell_and_mark', 'none']).optional(),
    })
    .optional(),
  /** The end of the business day, `hh:mm`; midnight when left out. */
  day_ends_at: dayEnd.optional(),
  /** Texts of the shop on its receipts; none when left out. */
  receipt_texts: receiptTexts.optional(),
  /** Whether receipts are handed to the service, so that customers can open them by a link; never when left out. */
  receipt_links: receiptLinkRule.optional(),
  /** When the shop is open; always when left out. */
  opening_hours: openingHours.optional(),
};
type TillMembers = z.output<z.ZodObject<typeof TILL_MEMBERS>>;

const settingsFile = z.strictObject({
  ...TILL_MEMBERS,
  shop: z.strictObject({
    name: line(LIMITS.posTextMax),
    address: line(LIMITS.lineTextMax).nullable(),
    organisation_number: line(LIMITS.posTextMax).nullable(),
  }),
  currency,
  locale: z.string().max(35).refine(isLocale, 'must be a language tag such as nb-NO'),
  language: z.enum(LANGUAGES),
  pos_id: reference,
  paid_dwell_seconds: z.number().int().min(1).max(600),
  /** The printed code at this till; none when left out. */
  sticker: z.strictObject({ serial_number: line(LIMITS.serialNumberMax) }).optional(),
  /** Offers the till API to a cash register on this machine; off when left out. */
  till_api: tillApiConfig.optional(),
  /** Seconds without input after which a till with staff locks itself. */
  lock_after_seconds: z.number().int().min(15).max(3_600).optional(),
  /** Minor units above which the till asks again; the usual limit of the currency when left out. */
  ask_above: z.union([z.int().min(1).max(MONEY_MAX), z.literal('never')]).optional(),
  /** The scale, and whether weights may be typed; without it they may. */
  scale: z
    .strictObject({
      port: line(LIMITS.lineTextMax).optional(),
      baud_rate: z.literal(BAUD_RATES).optional(),
      approved: z.boolean(),
      typed_weights: z.enum(['allowed', 'never']).optional(),
    })
    .optional(),
  /** Whether the cashier can ask customers for membership numbers; never when left out. */
  membership: membershipRule.optional(),
});
type SettingsFile = z.infer<typeof settingsFile>;

/** Members with sums of money, which say nothing in another currency. */
const SUMS = ['ask_above', 'cash_rounding', 'returned_deposits', 'tips'] as const;

/** The shop from the service's ready line. */
export function shopOf(merchant: {
  readonly name: string;
  readonly address: string | null;
  readonly organisation_number: string | null;
}): TillSettings['shop'] {
  const { address, organisation_number: organisationNumber } = merchant;
  return { name: merchant.name || 'Tillkit', address, organisationNumber };
}

/** Defaults of a new till. */
export type Defaults = {
  readonly shop: TillSettings['shop'];
  readonly posId: string;
  /** The machine's language, as in `LANG`: `nb_NO.UTF-8`. */
  readonly systemLanguage: string | undefined;
  /** ISO 4217 code of the shop; the demo's when left out. */
  readonly currency?: string;
  /** IANA time zone of the shop; the machine's when left out. */
  readonly timeZone?: string;
  /** IANA time zone of the machine. */
  readonly machineZone: string;
};

/**
 * Reads the till's settings; the first start writes them with their defaults, so that there is a
 * file to edit. Throws `StartError` that names every invalid field, because a till must not guess
 * its shop.
 */
export function loadSettings(directory: string, defaults: Defaults): TillSettings {
  const path = join(directory, SETTINGS_FILE);
  if (!existsSync(path)) {
    const fresh = freshSettings(defaults);
    write(path, fresh);
    return toSettings(fresh, defaults);
  }
  const checked = validate(settingsFile, parse(path));
  if (checked.ok) return toSettings(checked.value, defaults);
  const fields = Object.entries(checked.refusal.details ?? {}).map(
    ([field, words]) => `${field} ${String(words)}`,
  );
  throw new StartError(`The settings in ${path} are not valid: ${fields.join('; ')}.`);
}

/**
 * Writes the shop of a pairing into the till's settings: its name, currency, point of sale and time zone are those of the
 * service, and all else stays. Sums stay only in the same currency.
 */
export function saveShop(directory: string, defaults: Defaults): TillSettings {
  const path = join(directory, SETTINGS_FILE);
  const before = existsSync(path) ? settingsFile.safeParse(parse(path)).data : undefined;
  const fresh = freshSettings(defaults);
  const { shop, currency, pos_id, time_zone } = fresh;
  const kept: SettingsFile = { ...fresh, ...before };
  if (before?.currency !== currency) for (const sum of SUMS) delete kept[sum];
  const next = { ...kept, shop, currency, pos_id, ...present({ time_zone }) };
  write(path, next);
  return toSettings(next, defaults);
}

/** A crash leaves the old settings or the new ones. */
function write(path: string, settings: SettingsFile): void {
  replaceFile(path, `${JSON.stringify(settings, null, 2)}\n`, { flush: true });
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new StartError(`The settings in ${path} are not readable as JSON.`);
  }
}

function freshSettings({
  shop,
  posId,
  systemLanguage,
  currency,
  timeZone,
}: Defaults): SettingsFile {
  return {
    shop: {
      name: shop.name,
      address: shop.address,
      organisation_number: shop.organisationNumber,
    },
    currency: currency ?? 'NOK',
    locale: 'nb-NO',
    language: languageOfTag(systemLanguage ?? ''),
    pos_id: posId,
    paid_dwell_seconds: 8,
    ...present({ time_zone: timeZone }),
  };
}

function toSettings(
  file: SettingsFile,
  { machineZone }: Pick<Defaults, 'machineZone'>,
): TillSettings {
  return {
    shop: {
      name: file.shop.name,
      address: file.shop.address,
      organisationNumber: file.shop.organisation_number,
    },
    currency: file.currency,
    locale: file.locale,
    language: file.language,
    posId: file.pos_id,
    paidDwellSeconds: file.paid_dwell_seconds,
    timeZone: machineZone,
    ...present({
      sticker: file.sticker && ({ kind: 'serial', serial: file.sticker.serial_number } as const),
      tillApi: file.till_api,
      lockAfterSeconds: file.lock_after_seconds,
      askAbove: file.ask_above,
      scale: file.scale && scaleSettings(file.scale),
    }),
    ...memberSettings(file),
  };
}

/** What both files say, as the till uses it. */
export function memberSettings(
  file: TillMembers & Parameters<typeof ruleSettings>[0],
): Partial<TillSettings> {
  return {
    ...present({
      timeZone: file.time_zone,
      printer: file.printer && printerSettings(file.printer),
      country: file.country,
      fiscal: file.fiscal && fiscalSettings(file.fiscal),
    }),
    ...ruleSettings(file),
  };
}

function fiscalSettings({
  host,
  port,
  without,
}: NonNullable<TillMembers['fiscal']>): FiscalSettings {
  return { host, port, ...present({ without }) };
}

/** The speed at which scales are delivered. */
const BAUD_RATE = 9_600;

function scaleSettings({
  port,
  baud_rate: baudRate = BAUD_RATE,
  approved,
  typed_weights: typed = 'allowed',
}: NonNullable<SettingsFile['scale']>): ScaleSettings {
  const connection = port === undefined ? undefined : { path: port, baudRate };
  return { approved, typed, ...present({ connection }) };
}

/** True for a language tag that can format amounts and times. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
