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
  const axe = new AxeBuilder({ page });
  if (rules !== null) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(
    (one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}
