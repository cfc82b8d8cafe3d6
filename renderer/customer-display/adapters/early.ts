import { readyTextFont } from '../../ui/early-font.ts';

// Runs while the page's large script is still on its way.
readyTextFont();
