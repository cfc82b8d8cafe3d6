import { z } from 'zod';
import { LANGUAGES } from '../../../shared/catalogue/language.ts';
import {
  currency,
  line,
  moneyPositive,
  optional,
  reference,
  withDefault,
} from '../../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { portNumber, TILL_API_PORT, tillApiConfig } from '../local-api/config.ts';
import { isLocale, TILL_MEMBERS } from '../settings/till-settings.ts';

const path = line(LIMITS.uriMax);
const id = line(LIMITS.userIdMax);

/** The place of a secret. It is never in this file, which people copy and send. */
const secretPlace = z.union(
  [z.strictObject({ file: path }), z.strictObject({ env: line(200) })],
  'must be {"file": PATH} or {"env": NAME}',
);

const httpAddress = z
  .string()
  .max(LIMITS.uriMax)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http(s) address')
  .transform((text) => text.replace(/\/+$/, ''));

const service = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('embedded'),
      port: withDefault(portNumber, 0),
      demo: withDefault(z.boolean(), true),
      simulator: withDefault(z.boolean(), false),
    }),
    z.strictObject({ kind: z.literal('paired') }),
    z.strictObject({
      kind: z.literal('remote'),
      url: httpAddress,
      merchant: id,
      user: id,
      secret: optional(secretPlace),
      private_key: optional(secretPlace),
    }),
  ],
  'must have a kind: embedded, paired or remote',
);

/**
 * Refunds need a signature. The register names the person who approved each, up to the ceiling.
 * Without a user the terminal's key signs them.
 */
const refunds = z.strictObject({
  user: optional(id),
  private_key: optional(secretPlace),
  ceiling: moneyPositive,
});

/** The shop and the language on the receipts; without it, the shop is the one of the service. */
const receipts = z.strictObject({
  shop: line(LIMITS.posTextMax),
  address: optional(line(LIMITS.lineTextMax)),
  organisation_number: optional(line(LIMITS.posTextMax)),
  locale: withDefault(
    z.string().max(35).refine(isLocale, 'must be a language tag such as nb-NO'),
    'nb-NO',
  ),
  language: withDefault(z.enum(LANGUAGES), 'en' as const),
});

/** The vending controller (docs/guides/vending.md). */
const vending = z.strictObject({ host: line(253), port: portNumber.min(1, 'must be a port') });

const terminalConfig = z
  .strictObject({
    ...TILL_MEMBERS,
    data: path,
    service,
    pos_id: optional(reference),
    currency: optional(currency),
    policy: withDefault(z.enum(['attended', 'unattended']), 'attended' as const),
    capture: withDefault(z.enum(['automatic', 'manual']), 'automatic' as const),
    renew: withDefault(z.enum(['by_hand', 'automatic']), 'by_hand' as const),
    allow_credit: withDefault(z.boolean(), false),
    expires_in: withDefault(z.int().min(30).max(LIMITS.expirySecondsMax), 300),
    shortlink_id: optional(line(LIMITS.referenceMax)),
    shortlink_url: optional(httpAddress),
    refunds: optional(refunds),
    vending: optional(vending),
    receipts: optional(receipts),
    till_api: withDefault(tillApiConfig, { port: TILL_API_PORT, origins: [] }),
  })
  .superRefine((config, context) => {
    for (const [field, message] of contradictions(config)) {
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    }
  });

/** The configuration of a headless terminal; its file has these members. */
export type TerminalConfig = z.output<typeof terminalConfig>;
export type TerminalConfigInput = z.input<typeof terminalConfig>;
export type ServiceConfig = TerminalConfig['service'];
export type SecretPlace = z.output<typeof secretPlace>;

type Fields = {
  readonly service: ServiceConfig;
  readonly refunds: TerminalConfig['refunds'];
  readonly pos_id: string | null;
  readonly shortlink_id: string | null;
  readonly shortlink_url: string | null;
};

/** Fields that are valid alone and contradict each other. */
function contradictions(config: Fields): readonly (readonly [string, string])[] {
  const { service: place } = config;
  const problems: (readonly [string, string])[] = [];
  if (place.kind === 'remote') {
    if ((place.secret === null) === (place.private_key === null)) {
      problems.push(['service.secret', 'either this or private_key is required, not both']);
    }
    if (config.shortlink_id !== null && config.shortlink_url === null) {
      problems.push(['shortlink_url', 'is required with shortlink_id']);
    }
    if (config.pos_id === null) problems.push(['pos_id', 'is required with a remote service']);
  }
  const { refunds: refundConfig } = config;
  if (
    refundConfig !== null &&
    (refundConfig.user === null) !== (refundConfig.private_key === null)
  ) {
    problems.push(['refunds.private_key', 'is required with user, and only with it']);
  }
  return problems;
}

/** Checks a configuration; the refusal names every wrong field in one sentence. */
export function checkConfig(input: unknown): Answer<TerminalConfig> {
  const checked = validate(terminalConfig, input);
  if (checked.ok) return answer(checked.value);
  const fields = Object.entries(checked.refusal.details ?? {}).map(
    ([field, words]) => `${field === 'body' ? '' : `${field} `}${[words].flat().join(' and ')}`,
  );
  return refuse('validation_error', `${fields.join('; ')}.`, checked.refusal.details);
}

/** Like `checkConfig`, from the text of a file. */
export function parseConfig(text: string): Answer<TerminalConfig> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse('Bad Request', 'It is not readable as JSON.');
  }
  return checkConfig(json);
}
