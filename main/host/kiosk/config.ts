import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inEveryLanguage, LANGUAGES } from '../../../shared/catalogue/language.ts';
import { goodId } from '../../../shared/device/kiosk/commands.ts';
import { line, moneyPositive, optional, withDefault } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { portNumber } from '../local-api/config.ts';

/** Name of the file with a kiosk's goods and behaviour. */
export const KIOSK_FILE = 'kiosk.json';

const word = line(LIMITS.lineTextMax);
const words = z
  .strictObject({ en: word, nb: word, de: word.exactOptional(), ar: word.exactOptional() })
  .transform(inEveryLanguage);
const seconds = (least: number, most: number) => z.int().min(least).max(most);

/** A file name without a path, because all pictures are in one folder. */
const pictureName = z
  .string()
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}\.(?:png|jpg|webp|svg)$/,
    'must be the name of a png, jpg, webp or svg file',
  );

/** A key with one character: the window of a kiosk blocks function keys. */
const keyName = z.string().regex(/^[!-~]$/, 'must be one character of a key');

const good = z.strictObject({
  id: goodId,
  name: words,
  /** Minor units of the shop's currency. */
  price: moneyPositive,
  picture: optional(pictureName),
  /** The slot that the machine delivers; without one no machine delivers it. */
  slot: optional(goodId),
  /** Usual delivery time of the machine. */
  seconds: optional(seconds(1, 600)),
});

const machine = z.discriminatedUnion(
  'kind',
  [
    /** A controller that speaks the line protocol (docs/guides/vending.md). */
    z.strictObject({
      kind: z.literal('tcp'),
      host: line(253),
      port: portNumber.min(1, 'must be a port'),
    }),
    /** Simulates delivery; only for the demo. */
    z.strictObject({ kind: z.literal('simulated'), seconds: withDefault(seconds(0, 60), 6) }),
  ],
  'must have a kind: tcp or simulated',
);

/** A PIN is kept as its scrypt hash; `tillkit kiosk-pin` writes it. */
const hash = z
  .string()
  .max(200)
  .regex(/^\$scrypt\$/, 'must be written by "tillkit kiosk-pin"');

const kioskFile = z
  .strictObject({
    goods: z.array(good).min(1, 'must name at least one').max(LIMITS.kioskGoodsMax),
    headline: optional(words),
    /** Language of a new visit; the till's when left out. */
    language: z.enum(LANGUAGES).optional(),
    machine: optional(machine),
    /** Whether money is taken before or after the delivery. */
    order: withDefault(z.enum(['deposit', 'pay_first']), 'deposit' as const),
    idle_seconds: withDefault(seconds(5, 600), 60),
    warning_seconds: withDefault(seconds(20, 300), 30),
    paid_seconds: withDefault(seconds(3, 120), 8),
    failed_seconds: withDefault(seconds(5, 300), 15),
    /** Time for a customer to pay. */
    expires_seconds: withDefault(seconds(30, 3_600), 300),
    /** How long the kiosk waits for a payment whose outcome is unknown. */
    patience_seconds: withDefault(seconds(20, 600), 90),
    service_pin: optional(hash),
    sound: withDefault(z.enum(['off', 'low', 'full']), 'full' as const),
    /** Key of the keypad that a customer holds to start speech. */
    speech_key: withDefault(keyName, '5'),
    /** Keys that an audio keypad sends when headphones are plugged in and pulled out. */
    headphones_in_key: optional(keyName),
    headphones_out_key: optional(keyName),
    /** Pixels per millimetre of this display, from its data sheet or measured. */
    px_per_mm: withDefault(z.number().min(2).max(12), 4.03),
  })
  .superRefine((file, context) => {
    for (const [path, message] of contradictions(file)) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  });

export type KioskConfig = z.output<typeof kioskFile>;

const VEND_DEADLINE_MIN = MINUTE;
/** How much longer than usual a delivery may take. */
const VEND_MARGIN = 30 * SECOND;

/**
 * Deadline of a delivery in milliseconds: longer than the usual time of the slowest good. After it the
 * till takes no money for what the machine delivers.
 */
export function vendDeadlineOf({ goods }: Pick<KioskConfig, 'goods'>): number {
  const slowest = Math.max(...goods.map(({ seconds: usual }) => usual ?? 0)) * SECOND;
  return Math.max(VEND_DEADLINE_MIN, slowest + VEND_MARGIN);
}

/** The form in the file. */
export type KioskFile = z.input<typeof kioskFile>;

/**
 * The result of reading. A kiosk with invalid settings sells nothing and keeps its service menu if
 * its PIN is readable.
 */
export type KioskLoaded =
  | { readonly kind: 'ready'; readonly config: KioskConfig }
  | { readonly kind: 'absent' }
  | { readonly kind: 'wrong'; readonly sentence: string; readonly pin: string | null };

/** Reads `kiosk.json` in the till's data directory; never throws. */
export function loadKiosk(directory: string): KioskLoaded {
  const path = join(directory, KIOSK_FILE);
  const text = read(path);
  if (text === null) return { kind: 'absent' };
  if (text === 'too_large') return wrong(`${path} is too large.`);
  if (text === 'unreadable') return wrong(`${path} cannot be read from the disk.`);
  const json = parse(text);
  if (json === undefined) return wrong(`${path} is not readable as JSON.`);
  const checked = validate(kioskFile, json);
  if (checked.ok) return { kind: 'ready', config: checked.value };
  const fields = Object.entries(checked.refusal.details ?? {}).map(
    ([field, said]) => `${field} ${[said].flat().join(' and ')}`,
  );
  return wrong(`${path} is not valid: ${fields.join('; ')}.`, pinOf(json));
}

const wrong = (sentence: string, pin: string | null = null): KioskLoaded => ({
  kind: 'wrong',
  sentence,
  pin,
});

/** The PIN is valid even if the rest of the file is not. */
function pinOf(json: unknown): string | null {
  return z.looseObject({ service_pin: hash }).safeParse(json).data?.service_pin ?? null;
}

/** Null without a file; an existing one is never replaced by the demo's. */
function read(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    if (statSync(path).size > LIMITS.kioskFileBytesMax) return 'too_large';
    return readFileSync(path, 'utf8');
  } catch {
    return 'unreadable';
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = {
  readonly goods: readonly { readonly id: string; readonly slot: string | null }[];
  readonly machine: object | null;
};

/** Fields that are valid alone and contradict each other. */
function contradictions({
  goods,
  machine: there,
}: Fields): readonly (readonly [readonly (string | number)[], string])[] {
  const problems: (readonly [readonly (string | number)[], string])[] = [];
  const ids = new Set<string>();
  for (const [index, { id, slot }] of goods.entries()) {
    if (ids.has(id)) problems.push([['goods', index, 'id'], 'is there twice']);
    ids.add(id);
    if (slot !== null && there === null) {
      problems.push([['goods', index, 'slot'], 'needs a machine, and none is named']);
    }
  }
  return problems;
}
