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
