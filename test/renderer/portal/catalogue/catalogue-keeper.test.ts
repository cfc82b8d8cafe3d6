import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CatalogueCalls,
  createCatalogueKeeper,
} from '../../../../renderer/portal/catalogue/catalogue-keeper.ts';
import type { ApiAnswer } from '../../../../renderer/state/api-answer.ts';
import { type CatalogueState, decideChanges } from '../../../../shared/catalogue/changes.ts';
import type { CatalogueChange } from '../../../../shared/protocol/catalogue.ts';
import { catalogueDocument, productEntry } from '../../../../shared/protocol/catalogue-document.ts';

const product = (id: string) => ({ id, name: id, price: 100 });
const START: CatalogueState = {
  version: 4,
  document: catalogueDocument.parse({ categories: [], products: ['a', 'b', 'c'].map(product) }),
};
const soldOut = (id: string): CatalogueChange => ({ kind: 'set_sold_out', id, sold_out: true });
const toEnd = (id: string): CatalogueChange => ({
  kind: 'move',
  list: 'products',
  id,
  before: null,
});

/** The service, which another person changes too. Each call waits until it is let go. */
function office() {
  let state = START;
  const held: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => held.push(resolve));
  const problem = (kind: 'conflict' | 'unreachable'): ApiAnswer<never> => ({
    ok: false,
    problem: { kind, refusal: kind === 'conflict' ? kind : null, sentence: null },
  });
  let reachable = true;
  let loses = false;
  const versions = new Map([[state.version, state.document]]);
  const move = (next: CatalogueState) => {
    state = next;
    versions.set(next.version, next.document);
  };
  const calls: CatalogueCalls = {
    async catalogue(unless) {
      await hold();
      const { version, document: catalogue } = state;
      const value = { version, changed: 0, changed_by: '', catalogue };
      return { ok: true, skew: null, value: unless === version ? null : value };
    },
    async catalogueChange({ version, changes }) {
      await hold();
      if (!reachable) return problem('unreachable');
      const decided = decideChanges(state, version, changes);
      if (!decided.ok) return problem('conflict');
      move(decided.value.state);
      if (loses) {
        loses = false;
        return problem('unreachable');
      }
      const differences = decided.value.differences.map((found) => ({ ...found, sentence: '' }));
      return { ok: true, skew: null, value: { version: state.version, differences } };
    },
  };
  return {
    calls,
    state: () => state,
    by: (changes: readonly CatalogueChange[]) => {
      const decided = decideChanges(state, state.version, changes);
      if (decided.ok) move(decided.value.state);
    },
    cut: () => {
      reachable = false;
    },
    /** Makes the next change, and loses its answer. */
    loseNext: () => {
      loses = true;
    },
    /** The content of a version. */
    at: (version: number | null) => versions.get(version ?? -1),
    /** Lets all calls go, also those that follow from them. */
    async settle() {
      for (let round = 0; round < 20; round += 1) {
        for (const go of held.splice(0)) go();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

async function start() {
  const service = office();
  const keeper = createCatalogueKeeper(service.calls, () => undefined);
  void keeper.read();
  await service.settle();
  const ids = () => keeper.store.getState().document.products.map(({ id }) => id);
  return { service, keeper, ids };
}

it('shows changes at once and sends them one after another, each on the version before', async () => {
  const { service, keeper, ids } = await start();
  const done = [keeper.change([toEnd('a')], 4), keeper.change([toEnd('b')], 4)];
  expect(ids()).toEqual(['c', 'a', 'b']);
  await service.settle();
  expect(await Promise.all(done)).toEqual([true, true]);
  expect(service.state().version).toBe(6);
  expect(keeper.store.getState()).toMatchObject({ version: 6, conflict: false, problem: null });
});

it('refuses a change of a page that did not show somebody else’s, and shows the newest state', async () => {
  const { service, keeper, ids } = await start();
  service.by([{ kind: 'remove_product', id: 'b' }]);
  const done = [keeper.change([soldOut('a')], 4), keeper.change([toEnd('a')], 4)];
  await service.settle();
  expect(await Promise.all(done)).toEqual([false, false]);
  expect(ids()).toEqual(['a', 'c']);
  expect(keeper.store.getState()).toMatchObject({ version: 5, conflict: true });
  const again = keeper.change([soldOut('a')], 5);
  await service.settle();
  expect(await again).toBe(true);
  expect(keeper.store.getState().conflict).toBe(false);
});

it('sends the version that a form saw, although the page has read a newer one', async () => {
  const { service, keeper } = await start();
  service.by([soldOut('c')]);
  void keeper.read();
  await service.settle();
  const done = keeper.change([soldOut('a')], 4);
  await service.settle();
  expect(await done).toBe(false);
  expect(keeper.store.getState().conflict).toBe(true);
});

it('takes a change back that the service did not answer', async () => {
  const { service, keeper, ids } = await start();
  service.cut();
  const done = keeper.change([toEnd('a')], 4);
  await service.settle();
  expect(await done).toBe(false);
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(keeper.store.getState().problem?.kind).toBe('unreachable');
});

it('drops the answer of a read that began before a change', async () => {
  const { service, keeper } = await start();
  service.by([soldOut('c')]);
  const reading = keeper.read();
  const done = keeper.change([toEnd('a')], 4);
  await service.settle();
  await reading;
  // The change was made on the page of version 4, which did not show the other one.
  expect(await done).toBe(false);
  expect(keeper.store.getState()).toMatchObject({ version: 5, conflict: true });
});

it('shows somebody else’s change after the repeat of one whose answer was lost', async () => {
  const { service, keeper } = await start();
  const cake: CatalogueChange = {
    kind: 'put_product',
    product: productEntry.parse(product('cake')),
  };
  service.loseNext();
  const lost = keeper.change([cake], 4);
  await service.settle();
  expect(await lost).toBe(false);
  service.by([soldOut('b')]);
  const again = [keeper.change([cake], 4), keeper.change([soldOut('a')], 4)];
  await service.settle();
  // The second order was made on a page that did not show the other person's change.
  expect(await Promise.all(again)).toEqual([true, false]);
  const { version, document, conflict } = keeper.store.getState();
  expect([version, document, conflict]).toEqual([6, service.state().document, true]);
});

it('names each version by what is in it, whatever is lost, repeated or made by somebody else', async () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const one = fc.oneof(id.map(soldOut), id.map(toEnd));
  const step = fc.record({
    does: fc.constantFrom('change', 'lost', 'repeat', 'other', 'read'),
    change: one,
    settles: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { service, keeper } = await start();
      let last: readonly CatalogueChange[] = [soldOut('a')];
      let seen = 4;
      for (const { does, change, settles } of steps) {
        if (does === 'other') service.by([change]);
        else if (does === 'read') void keeper.read();
        else {
          if (does === 'lost') service.loseNext();
          if (does !== 'repeat') [last, seen] = [[change], keeper.store.getState().version ?? 0];
          void keeper.change(last, seen);
        }
        if (settles) await service.settle();
      }
      await service.settle();
      const { version, document } = keeper.store.getState();
      expect(document).toEqual(service.at(version));
    }),
    { numRuns: 60 },
  );
});
