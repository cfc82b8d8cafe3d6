import { readyTextFont } from '../../ui/early-font.ts';

// These run while the page's large script is still on its way.
readyTextFont();
try {
  // A page's first look into its storage waits for the browser's own process, the longer the busier
  // the machine is. The screen needs it before its first picture, for theme and language.
  window.localStorage.getItem('tillkit');
} catch {
  // Storage can be switched off by policy; the screen works without it.
}
