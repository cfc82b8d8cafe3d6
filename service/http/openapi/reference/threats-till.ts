import { row, type Threat } from './threat-row.ts';

/** The till and the kiosk: screens, people, refunds, paper, pictures and updates. */
export const AT_THE_TILL: readonly Threat[] = [
  row(
    'A page of another site, or another name of this machine, opens the till’s screen',
    'The screen’s socket answers its own page, under this machine’s own names.',
    'main/host/bridge',
    'pages of other sites and other names of this machine are refused',
  ),
  row(
    'The page of the screen is fetched through a foreign name',
    'It is given under this machine’s own names, and only to be read.',
    'main/host/bridge',
    'the page is given only under this machine’s own names, and only to be read',
  ),
  row(
    'A screen’s token is seen by somebody else',
    'It is good once and for a minute.',
    'main/host/bridge',
    'a token works once',
  ),
  row(
    'A screen breaks out of its window',
    'No frame goes anywhere, no window opens, every permission is denied.',
    'main/electron/hardening',
    'no frame goes anywhere and no window opens',
  ),
  row(
    'Somebody tries PINs',
    'Three tries, then a lock that doubles, kept over a restart; tries at once count too.',
    'main/host/staff/pin-guard',
    'gives no more tries to those that come at once',
  ),
  row(
    'A cashier spends a supervisor’s tries, or buys guesses with a right PIN',
    'Wrong PINs are counted per person.',
    'main/host/desk/lock',
    'keeps wrong PINs apart by person: a right one of a cashier buys no guesses',
  ),
  row(
    'A cashier does what a supervisor may',
    'Every command of the bridge has a role; the host checks it, not the screen.',
    'main/host/desk/roles',
    'keeps a supervisor’s commands from a cashier, and lets a cashier do a cashier’s',
  ),
  row(
    'A till that nobody stands at',
    'It locks by itself, and lets nothing but the harmless through.',
    'main/host/desk/roles',
    'lets nothing but the harmless through at a locked till',
  ),
  row(
    'PINs read from the till’s files or screens',
    'They are kept as hashes, which never go out.',
    'main/host/desk/lock',
    'never goes out with its hashes, and is kept as hashes only',
  ),
  row(
    'Money given back by somebody who may not',
    'A refund needs a supervisor’s PIN, for one refund of one payment.',
    'main/host/desk/roles',
    'is given by PIN at a cashier’s screen, for one refund of one payment',
  ),
  row(
    'An approval that is used again, or for more',
    'It has one payment, a ceiling, a currency, two minutes and one use.',
    'shared/terminal/pains/money-refunds',
    'is good for one payment, up to its ceiling, in its currency, for two minutes',
  ),
  row(
    'A customer changes a price at the kiosk',
    'Price, slot and words of a sale are the host’s; the screen names goods alone.',
    'main/host/kiosk/kiosk',
    'the price, the slot and the words of a sale are the host’s',
  ),
  row(
    'A customer finds the service menu',
    'It is shut until the PIN was right, and again when it is closed.',
    'main/host/kiosk/kiosk',
    'the menu is shut to everybody until the PIN was right, and again when it is closed',
  ),
  row(
    'The kiosk’s page asks for what is the cashier’s',
    'Its bridge has nothing of it.',
    'main/electron/kiosk-ipc',
    'the kiosk’s page has nothing of the cashier’s',
  ),
  row(
    'The file for support tells secrets or customers',
    'Known values and whatever looks like one are taken out of every part of it.',
    'main/host/diagnosis/bundle',
    'has no secret, whichever file someone has written one into',
  ),
  row(
    'The file for support is read by somebody else on the machine',
    'It is readable by its owner alone, and few are kept.',
    'main/host/diagnosis/bundle',
    'is readable by its owner alone, and only the newest five are kept',
  ),
  row(
    'Words of a sale that drive the printer or its page',
    'What is printed is text: nothing of a receipt is markup.',
    'main/host/printing/paper-page',
    'nothing of a receipt is markup',
  ),
  row(
    'A printer that hangs, or answers nonsense',
    'It has a time, and is believed only where every byte is an answer.',
    'main/host/printing/transports',
    'is believed only where every byte is such an answer',
  ),
  row(
    'A picture of the catalogue that is no picture, or lies elsewhere',
    'Pictures are files of their own kind in their own folder, within a bound.',
    'main/host/goods/catalogue',
    'are files of their own kind in their own folder, and nothing else',
  ),
  row(
    'A picture of the kiosk from outside its folder',
    'They are read from their folder alone.',
    'main/host/kiosk/files',
    'are read from their folder alone, within their bound',
  ),
  row(
    'An update that was changed on its way',
    'What the feed promised and what came must agree.',
    'main/electron/updater-feed',
    'one that is not what the feed promised is refused',
  ),
  row(
    'An update that sends the till back to an old hole',
    'The same or an older version is none.',
    'main/electron/updater-feed',
    'the same or an older version is none',
  ),
  row(
    'An update in the middle of a sale',
    'It waits for the next start, or for quiet; an open sale is never interrupted.',
    'main/host/shell/updates',
    'on an idle till waits for ten quiet minutes and never interrupts an open sale',
  ),
];
