import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { parseScanAnswer } from '../../service/callbacks/scan-answer.ts';
import { ROOMS } from '../../shared/device/commands/table.ts';
import { line, prose } from '../../shared/protocol/basic.ts';
import { TABLES } from '../support/route-tables.ts';

/** Every mark that turns the text beside it around, with a letter on each side. */
const MARKS = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const TEXT = `a${MARKS.join('')}b`;

/** Members whose text nobody is shown, by the reason. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'are compared and never shown': [
    'merchant.userCreate.body.secret',
    'merchant.userCreate.body.pubkey',
    'merchant.userUpdate.body.secret',
    'merchant.userUpdate.body.pubkey',
    'portal.signIn.body.secret',
    'portal.firstUser.body.pubkey',
    'portal.secondFactor.body.ticket',
    'portal.secondFactor.body.code',
    'portal.keyPut.body.pubkey',
    'oauth.authForm.body.request_id',
    'oauth.authForm.body.key',
    'oauth.authForm.body.msisdn',
    'oauth.authForm.body.secret',
    'simulator.faultAdd.body.method',
    'simulator.faultAdd.body.method[]',
    'screen.step.address',
    'screen.step.code',
    'screen.step.secret',
    'screen.pin',
    'screen.code',
    'screen.profile.prefix[]',
    'screen.profile.suffix[]',
  ],
  'only look for something': [
    'merchant.posList.query.cursor',
    'merchant.paymentList.query.cursor',
    'merchant.shortlinkList.query.cursor',
    'merchant.settlementList.query.cursor',
    'portal.payments.query.q',
    'portal.payments.query.after',
    'portal.paymentsFile.query.q',
    'portal.settlements.query.after',
    'portal.tillStatuses.query.q',
    'portal.tillStatuses.query.after',
    'portal.codes.query.after',
    'portal.callbacks.query.after',
    'portal.acts.query.after',
    'simulator.journal.query.pos_tid',
    'till.saleRead.query.since',
    'till.billRead.query.since',
    'screen.filter.text',
    'screen.filter.tenderName',
    'screen.filter.cursor',
  ],
  'name something that is there': [
    'simulator.claim.body.customer',
    'simulator.scan.body.customer',
    'till.questionAsk.body.fallback.option',
    'till.questionAsk.body.fallback.value',
    'screen.lines[].quantity',
  ],
  'are files, whose texts are checked one by one': [
    'merchant.catalogueImport.body.csv',
    'merchant.periodPut.body.close',
    'portal.catalogueImport.body.csv',
  ],
};

type Found = { readonly path: string; readonly schema: z.core.$ZodType };

/** Each text of a schema with its path. A text that a pipe takes is judged by what comes out of the whole pipe. */
function textsOf(schema: z.core.$ZodType, path: string): Found[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'transform':
      return [{ path, schema }];
    case 'pipe':
      return def.in._zod.def.type === 'object' || def.in._zod.def.type === 'union'
        ? textsOf(def.in, path)
        : def.in._zod.def.type === 'transform'
          ? textsOf(def.out, path)
          : [{ path, schema }];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) =>
        textsOf(member, `${path}.${name}`),
      );
    case 'array':
      return textsOf(def.element, `${path}[]`);
    case 'record':
      return [...textsOf(def.keyType, `${path}{}`), ...textsOf(def.valueType, `${path}[]`)];
    case 'union':
      return def.options.flatMap((one) => textsOf(one, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return textsOf(def.innerType, path);
    case 'lazy':
      return textsOf(def.getter(), path);
    default:
      return [];
  }
}

const keepsMarks = (schema: z.core.$ZodType) => {
  const read = (schema as z.ZodType).safeParse(TEXT);
  return read.success && JSON.stringify(read.data ?? null).includes('\u202e');
};

describe('a text that a till, an integrator or a customer chooses', () => {
  it('loses the marks that turn the text beside it around', () => {
    for (const schema of [line(40), prose(40)]) {
      for (const mark of MARKS) expect(schema.parse(`a${mark}b`)).toBe('ab');
      expect(schema.safeParse(`${'x'.repeat(40)}${TEXT}`).success).toBe(false);
      expect(schema.parse(`\u200e${'x'.repeat(39)}`)).toHaveLength(40);
    }
    expect(line(40).safeParse('\u202e').success).toBe(false);
    expect(line(40).parse('one\u2028two')).toBe('one two');
  });

  it('does so in every member of every route and of every command of a screen', () => {
    const routes = Object.entries(TABLES).flatMap(([audience, table]) =>
      Object.entries(table).flatMap(([name, route]) =>
        (['body', 'query'] as const).flatMap((part) => {
          const schema = part in route ? route[part] : undefined;
          return schema == null ? [] : textsOf(schema, `${audience}.${name}.${part}`);
        }),
      ),
    );
    const rows = Object.values(ROOMS).flatMap((room) => Object.values(room));
    const texts = [...routes, ...rows.flatMap(({ input }) => textsOf(input, 'screen'))];
    expect(texts.length).toBeGreaterThan(500);
    const kept = texts.filter(({ schema }) => keepsMarks(schema)).map(({ path }) => path);
    expect([...new Set(kept)].toSorted()).toEqual(Object.values(NOT_SHOWN).flat().toSorted());
  });

  it('does so in the answer to a scan', () => {
    expect(parseScanAnswer(JSON.stringify({ text: TEXT }))).toMatchObject({ text: 'ab' });
  });
});
