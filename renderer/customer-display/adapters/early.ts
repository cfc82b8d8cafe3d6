import { readyTextFont } from '../../ui/early-font.ts';

// This module runs while the browser still loads the page's large script.
readyTextFont();
