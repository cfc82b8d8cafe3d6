import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDispatch } from '../../../../main/host/bridge/dispatch.ts';
import { CATALOGUE_FILE } from '../../../../main/host/goods/catalogue-file.ts';
import { openGoods } from '../../../../main/host/goods/goods.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

/** The goods of a till with this catalogue file. */
function goodsOf(file: string | null) {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-goods-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  if (file !== null) writeFileSync(join(directory, CATALOGUE_FILE), file);
  const said: string[] = [];
  const goods = openGoods({
    directory,
    posId: 'kasse-1',
    report: (sentence) => said.push(sentence),
  });
  const { terminal } = createScriptedTerminal();
  const run = createDispatch(terminal, { goods });
  return { goods, said, read: () => run({ type: 'goods', act: { kind: 'read' } }) };
}

it('of a till with a catalogue are read by a screen when their version changes', async () => {
  const tea = { id: 'tea', name: 'Tea', price: 3_400 };
  const { goods, read } = goodsOf(JSON.stringify({ categories: [], products: [tea] }));
  expect(goods.view()).toEqual({ catalogue: expect.any(String), problem: null });
  expect(await read()).toMatchObject({
    ok: true,
    goods: { catalogue: { products: [{ id: 'tea', price: 3_400 }] } },
  });
  expect(goods.named('tea')).toMatchObject({ en: 'Tea' });
  expect(goods.named('coffee')).toBeNull();
});

it('of a till without a valid catalogue are refused, and the operator reads why', async () => {
  const { goods, said, read } = goodsOf('{"categories":[],"products":[{"id":"tea"}]}');
  expect(await read()).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  expect(goods.view()).toMatchObject({
    catalogue: null,
    problem: expect.stringMatching(/products.0/),
  });
  expect(said).toHaveLength(1);
  const bare = createDispatch(createScriptedTerminal().terminal);
  expect(await bare({ type: 'goods', act: { kind: 'read' } })).toMatchObject({ ok: false });
});
