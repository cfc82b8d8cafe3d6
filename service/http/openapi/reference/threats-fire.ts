import { row, type Threat } from './threat-row.ts';

/** The service under load, bad lines and bad clocks, and what goes in or out of it. */
export const UNDER_FIRE: readonly Threat[] = [
  row(
    'Requests that come a byte at a time, and never end',
    'Headers and bodies have a time, looked at every other second; then the connection is cut.',
    'service/fire/listener',
    'headers that come a byte at a time are cut in their time, and told why',
  ),
  row(
    'All connections taken by somebody who says nothing on them',
    'Where there is no room, the connection that kept its place longest without a whole request gives way.',
    'service/fire/listener',
    'those that say nothing give way, the oldest first, and whoever asks is served',
  ),
  row(
    'Requests in a row from a client that reads no reply',
    'A few are taken on one connection before the first is answered; then it is closed.',
    'service/fire/listener',
    'a few requests in a row are taken and answered, and the connection is closed',
  ),
  row(
    'Replies that nobody reads, kept for ever',
    'A connection on which nothing moves for a minute is cut.',
    'service/fire/listener',
    'one that reads no reply loses its connection',
  ),
  row(
    'Floods of connections, of large requests and of resets',
    'Every bound is in one place; a till goes on selling while they come.',
    'service/fire/service',
    'while connections come and are reset as fast as they can',
  ),
  row(
    'A stop that is held up by connections that say nothing',
    'What asks nothing is closed at once, and the rest after a grace.',
    'service/fire/service',
    'stops cleanly with all kinds of connections open',
  ),
  row(
    'Changes of one payment that overtake each other',
    'Each happens all at once between its request and its reply, whatever comes at the same time.',
    'service/fire/linear/linear',
    'are one thing at a time where %s',
  ),
  row(
    'A line to the receiver that cuts, delays and halves',
    'A callback is sent again until its answer came, in order; the receiver library tells repeats.',
    'service/fire/callbacks',
    'over a bad line all come, in order, and count once (seed %i)',
  ),
  row(
    'A clock that is set forward or back',
    'Due work is rows with a time; nothing is done twice, and nothing never.',
    'service/fire/clock',
    'forward past it and back: what was done stays done',
  ),
  row(
    'An inside address written so that nobody knows it again',
    'Every way to write an address is the same address when it is judged.',
    'service/deliver/address-guard',
    '%s is refused: %s',
  ),
  row(
    'A name that is public when it is judged and inside when it is called',
    'Every look-up is judged, and the connection goes to what was judged.',
    'service/deliver/address-guard',
    'a name that points elsewhere the second time is judged the second time too',
  ),
  row(
    'Members named like an object’s own parts',
    'They are unknown members like any others.',
    'service/http/errors',
    'takes members with the names of an object’s own parts for unknown ones',
  ),
  row(
    'Database files that are moved or deleted while the service runs',
    'After each commit their device and inode are compared; without them nothing is acknowledged.',
    'service/store/data-files',
    'no write is acknowledged until it is back',
  ),
  row(
    'A damaged page that is served, while writes go on',
    'A start checks every page where the file is not as it was left; damage stops all writes.',
    'service/store/data-files',
    'that a statement meets stops all writes, and the readiness with them',
  ),
  row(
    'Acknowledged commits that are gone after a crash, unnoticed',
    'Commits are counted in the database and in a file beside it; a start compares them.',
    'service/store/lost-commits',
    'the start refuses, and keeps the log',
  ),
  row(
    'A table that a spreadsheet runs as a program',
    'Texts that begin like a formula are kept from being one; amounts stay numbers.',
    'service/portal/merchant/payments-csv',
    'hold no cell that a spreadsheet would run',
  ),
  row(
    'The same in the log of a settlement',
    'As above.',
    'shared/ledger/lines',
    'keeps formulas out of text, and amounts as they are',
  ),
  row(
    'A code of an authorisation that is used twice',
    'It is good once; a second use ends the tokens of the first.',
    'service/oauth/flow',
    'cannot use a code twice, and the second use revokes the tokens of the first',
  ),
  row(
    'A code that ends up with another client or address',
    'A code needs its verifier and its address; the reply names its issuer.',
    'service/oauth/flow',
    'needs the verifier of the challenge, and the address of the request',
  ),
  row(
    'Secrets that come out somewhere else than they went in',
    'They are kept as hashes and written nowhere: not in replies, logs, callbacks or files.',
    'service/fire/secrets',
    'secrets that go in come out nowhere',
  ),
  row(
    'A customer’s or merchant’s page used from another site',
    'Writes need the page’s own header and origin.',
    'service/portal/guard',
    'a write from another site is refused',
  ),
  row(
    'A foreign name pointed at the portal',
    'It answers under its own names only.',
    'service/portal/guard',
    'a foreign name that points here gets nothing',
  ),
  row(
    'A dependency whose licence a till may not carry',
    'Every package that is installed or bundled has a licence of a list.',
    'docs/licences',
    'of %s are on the list',
  ),
];
