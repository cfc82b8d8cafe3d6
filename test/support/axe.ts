import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';

/** The rules, from the package that comes with the driver. */
const RULES = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * The rules as a page gets them. They were compiled for old browsers: the private members of their
 * objects, such as each colour of each text, are entries of weak maps, which take a third of the time of
 * a check. Here such an entry is a property of the object itself, with a separate key. An object that
 * cannot have new properties still uses a weak map.
 */
const SOURCE = `((WeakEntries) => {
  class Members {
    key = Symbol();
    rest = new WeakEntries();
    has(one) { return Object.hasOwn(one, this.key) || this.rest.has(one); }
    get(one) { return Object.hasOwn(one, this.key) ? one[this.key] : this.rest.get(one); }
    set(one, value) {
      if (Object.isExtensible(one)) one[this.key] = value;
      else this.rest.set(one, value);
      return this;
    }
    add(one) { return this.set(one, true); }
    delete(one) {
      const had = this.has(one);
      delete one[this.key];
      this.rest.delete(one);
      return had;
    }
  }
  (function (WeakMap, WeakSet) { ${RULES}
  }).call(window, Members, Members);
})(WeakMap)`;

type Finding = { readonly id: string; readonly nodes: readonly { readonly target: unknown }[] };
type Axe = {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Finding[] }>;
};

const prepared = new WeakSet<BrowserContext>();

/**
 * The findings of axe, one line each: the rule, and the elements that break it. `rules` limits the check
 * to these rules, for a second check of a page in which only the colours differ. The rules are half a
 * megabyte of script, so a page gets them once, and later pages of its context get them when they load.
 */
export async function axeViolations(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  const context = page.context();
  if (!prepared.has(context)) {
    prepared.add(context);
    await context.addInitScript({ content: SOURCE });
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(
    async (options) => {
      const axe: Axe = Reflect.get(window, 'axe');
      const found = await axe.run(document, options);
      return found.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map((one) => one.target),
      }));
    },
    { resultTypes: ['violations'], ...(rules === null ? {} : { runOnly: [...rules] }) },
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(String).join(', ')}`);
}
