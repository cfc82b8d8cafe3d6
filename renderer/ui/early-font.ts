const TEXT_FONT = '420 1rem "Atkinson Hyperlegible Next Variable"';

/**
 * Makes the text's font ready as soon as the page's style sheet is there. Otherwise the first layout
 * asks for it, searches the machine for another one meanwhile, and is done once more with it.
 */
export function readyTextFont(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  // Without it the page is drawn all the same.
  const load = () => void document.fonts.load(TEXT_FONT).catch(() => undefined);
  if (link?.sheet) load();
  else link?.addEventListener('load', load, { once: true });
}
