import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe holds against the page, one line each: rule, and the elements that break it. `rules`
 * limits it to those, for a second look in which only the colours differ.
 */
export async function axeViolations(
  page: Page,
  rules: readonly string[] | null = null,
): Promise<string[]> {
  // The pages have no frames; without that search no second page is opened for every look.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (rules !== null) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
