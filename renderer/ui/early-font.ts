const TEXT_FONT = '420 1rem "Atkinson Hyperlegible Next Variable"';

/**
 * Loads the text font as soon as the page's style sheet is loaded. Otherwise the first layout
 * requests it, uses a fallback font, and runs again.
 */
export function readyTextFont(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  // If loading fails, the page is drawn with a fallback font.
  const load = () => void document.fonts.load(TEXT_FONT).catch(() => undefined);
  if (link?.sheet) load();
  else link?.addEventListener('load', load, { once: true });
}
