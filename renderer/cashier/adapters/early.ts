import { readyTextFont } from '../../ui/early-font.ts';

// This module runs while the browser still loads the page's large script.
readyTextFont();
try {
  // The page's first access to its storage waits for the browser's own process, longer on a busy
  // machine. The screen reads theme and language from the storage before its first picture.
  window.localStorage.getItem('tillkit');
} catch {
  // Storage can be switched off by policy; the screen works without it.
}
