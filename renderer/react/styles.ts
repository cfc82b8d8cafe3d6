import fields from '../cashier/fields.css?inline';
import elements from '../ui/elements.css?inline';
import keys from '../ui/keys.css?inline';
import paper from '../ui/paper.css?inline';
import state from '../ui/state.css?inline';
import tokens from '../ui/tokens.css?inline';
import tones from '../ui/tones.css?inline';
import embed from './embed.css?inline';
import { forShadow, withOverrides } from './for-shadow.ts';

let shared: CSSStyleSheet | null = null;

/** The style sheet that all embedded components share. */
export function styleSheet(): CSSStyleSheet {
  if (shared !== null) return shared;
  const sheet = new CSSStyleSheet();
  const screens = [elements, tones, paper, keys, state, fields];
  // A comment may contain text that looks like a token.
  const bare = tokens.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  sheet.replaceSync([withOverrides(forShadow(bare)), ...screens.map(forShadow), embed].join('\n'));
  shared = sheet;
  return sheet;
}
