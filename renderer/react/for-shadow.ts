/**
 * The screens' own style sheets, made for a part of a stranger's page: the root is the element that
 * holds the part, sizes follow that element's width instead of the window's and `--tillkit-rem`
 * instead of the page's, and every token gives way to one of the page's named `--tillkit-…`.
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

/** Lets the page that holds the part name a value of its own for each token. */
export function withOverrides(tokens: string): string {
  return tokens.replaceAll(
    /(^|[{;\s])--([\w-]+):\s*([^;}]+?)\s*(?=[;}])/g,
    (_all, before: string, name: string, value: string) =>
      `${before}--${name}: var(--tillkit-${name}, ${value})`,
  );
}
