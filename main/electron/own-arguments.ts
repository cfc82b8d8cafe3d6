/**
 * Switches of Chromium that someone may need on a till: how it reaches the display and how large it
 * draws. Every other one is refused like any unknown option, above all those that take protection
 * away.
 */
const CHROMIUM = new Set([
  '--ozone-platform',
  '--force-device-scale-factor',
  '--high-dpi-support',
  '--touch-events',
  '--enable-wayland-ime',
  '--disable-gpu',
]);

/** What of a command line is the till's own; Chromium has taken the rest already. */
export function ownArguments(args: readonly string[]): readonly string[] {
  return args.filter((word) => !CHROMIUM.has(word.split('=')[0] ?? '') && !isSerial(word));
}

/** What older versions of macOS add when a program is opened by hand. */
function isSerial(word: string): boolean {
  return /^-psn_\d+_\d+$/.test(word);
}
