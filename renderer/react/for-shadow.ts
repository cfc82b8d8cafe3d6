import receiptCode from '../cashier/sale/receipt-code.css?inline';
import sale from '../cashier/sale/sale.css?inline';
import elements from '../ui/elements.css?inline';
import keys from '../ui/keys.css?inline';
import paper from '../ui/paper.css?inline';
import state from '../ui/state.css?inline';
import tokens from '../ui/tokens.css?inline';
import tones from '../ui/tones.css?inline';
import embed from './embed.css?inline';

/**
 * Rewrites a style sheet of the screens for a shadow root in a merchant's page. `:root` becomes the
 * host element. Media queries and sizes follow the width of that element, and `--tillkit-rem`
 * replaces the page's `rem`.
 */
export function forShadow(css: string): string {
  return css
    .replaceAll(/:root((?:\[[^\]]*\]|:not\([^)]*\))*)/g, (_root, more: string) =>
      more === '' ? ':host' : `:host(${more})`,
    )
    .replaceAll(/@media ([^{]*\((?:min-|max-)?width\b)/g, '@container $1')
    .replaceAll(/(-?\d*\.?\d+)rem\b/g, 'calc($1 * var(--rem))')
    .replaceAll(/(\d)vw\b/g, '$1cqw');
}

/**
 * Lets the page override every token: `--x` takes the value of `--tillkit-x` if the page sets it.
 */
export function withOverrides(tokens: string): string {
  return tokens.replaceAll(
    /(^|[{;\s])--([\w-]+):\s*([^;}]+?)\s*(?=[;}])/g,
    (_all, before: string, name: string, value: string) =>
      `${before}--${name}: var(--tillkit-${name}, ${value})`,
  );
}

let shared: CSSStyleSheet | null = null;

/** The style sheet that all embedded components share. */
export function styleSheet(): CSSStyleSheet {
  if (shared !== null) return shared;
  const sheet = new CSSStyleSheet();
  const screens = [elements, tones, paper, keys, state, sale, receiptCode];
  // A comment may contain text that looks like a token.
  const bare = tokens.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  sheet.replaceSync([withOverrides(forShadow(bare)), ...screens.map(forShadow), embed].join('\n'));
  shared = sheet;
  return sheet;
}
