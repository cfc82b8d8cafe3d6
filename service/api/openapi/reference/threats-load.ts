export type Threat = {
  readonly threat: string;
  readonly defence: string;
  /** A test by its file and its name, or null if no single test shows the defence. */
  readonly test: { readonly file: string; readonly name: string } | null;
};

/** One threat with the test that shows its defence; `file` is below `test/`, without its ending. */
export function row(threat: string, defence: string, file: string, name: string): Threat {
  return { threat, defence, test: { file: `test/${file}.test.ts`, name } };
}

/**
 * Threats to the service: load, network faults, clock errors, and data that enters or leaves it.
 */
export const UNDER_LOAD: readonly Threat[] = [
  row(
    'A crash that loses an acknowledged write',
    'The service sends a reply only after its commit is on disk.',
    'service/store/sqlite/open',
    'keeps every acknowledged payment when its process is killed during writes',
  ),
  row(
    'A full disk stops or loses sales',
    'Writes get 503 and `Retry-After`, reads continue, and writes continue when there is room.',
    'resilience/disk-full',
    'refuses writes with 503, serves reads, and accepts writes again when the disk has room',
  ),
  row(
    'A merchant that fills the queue of writes',
    'Each commit takes of all merchants that wait in turn; a full share is refused to its owner alone.',
    'service/store/sqlite/group-commit',
    'an owner with too many writes delays no other owner, and only its writes are refused',
  ),
  row(
    'A merchant that floods the store with users, POS, shortlinks or acknowledgements',
    'Writes of every kind take turns by merchant, on both databases; a full share is refused alone.',
    'resilience/fair-writes',
    'refuses only writes of the merchant with too many of them',
  ),
  row(
    'A merchant that sends requests on many connections, so that those of another merchant wait',
    'While another merchant writes, a merchant has one writing request in progress; its others wait.',
    'resilience/fair-writes',
    'of one merchant have few writes in progress while another merchant writes',
  ),
  row(
    'A callback that is addressed to the service itself, or to its simulator',
    'Nothing is sent to the service’s own ports; the simulator takes no signed requests.',
    'security/own-ports',
    'random callbacks to this machine reach no port of the service',
  ),
  row(
    'A customer is made to approve more than a payment may come to',
    'One rule for the total of what is asked for and of what is approved.',
    'conformance/totals',
    'may reach %s by the additional amount, and no more',
  ),
  row(
    'A merchant that takes all places of event sockets',
    'A merchant has a quarter of the places; its next socket gets 503 with the reason.',
    'service/callbacks/event-socket',
    'is refused another socket with 503; another merchant can still open one',
  ),
  row(
    'A device that asks on its event socket and reads nothing',
    'A peer with a megabyte of unread data is not read, and is disconnected after ten seconds.',
    'service/callbacks/event-socket',
    'is held back, and then disconnected, if it reads none',
  ),
  row(
    'A device that fills the queue of writes with acknowledgements',
    'They are put together by channel, one write at a time; frames have a rate.',
    'service/callbacks/event-socket',
    'causes one write of acknowledgements at a time',
  ),
  row(
    'Requests that come a byte at a time, and never end',
    'Headers and bodies have a time, looked at every other second; then the connection is cut.',
    'resilience/listener',
    'headers that arrive one byte at a time time out with a reply',
  ),
  row(
    'All connections taken by somebody who says nothing on them',
    'Where there is no room, the connection that kept its place longest without a whole request gives way.',
    'resilience/listener',
    'closes the oldest silent ones, and serves clients that send requests',
  ),
  row(
    'Requests in a row from a client that reads no reply',
    'A few are taken on one connection before the first is answered; then it is closed.',
    'resilience/listener',
    'receive replies to a few pipelined requests, and then the connection is closed',
  ),
  row(
    'Unread replies that stay in memory',
    'A connection without traffic for a minute is closed.',
    'resilience/listener',
    'lose the connection when no reply is read',
  ),
  row(
    'Very many connections, large requests and resets',
    'All limits are in one file; a till continues to sell meanwhile.',
    'resilience/service',
    'while connections open and reset at full speed',
  ),
  row(
    'Silent connections delay the stop of the service',
    'Idle connections are closed at once, the others after a grace period.',
    'resilience/service',
    'stops cleanly with all kinds of open connections',
  ),
  row(
    'Concurrent changes of one payment',
    'Each change is atomic between its request and its reply.',
    'resilience/linear/linear',
    'are linearisable when %s',
  ),
  row(
    'A network that cuts, delays and truncates callbacks',
    'A callback is repeated until it is answered, in order; the receiver library detects repeats.',
    'resilience/callbacks',
    'the shop receives all callbacks in order and counts each once (seed %i)',
  ),
  row(
    'The clock is set forward or back',
    'Due work is stored with its time; it runs exactly once.',
    'resilience/clock',
    'runs once when the clock jumps past its due time and back',
  ),
  row(
    'An internal address in an unusual notation',
    'All notations of an address are checked as the same address.',
    'service/callbacks/address-guard',
    '%s is refused: %s',
  ),
  row(
    'A name that resolves to a public address first and to an internal one later',
    'Every lookup is checked, and the connection goes to the checked address.',
    'service/callbacks/address-guard',
    'checks a host name again when it resolves to another address',
  ),
  row(
    'Members named like an object’s own properties',
    'They are treated as unknown members.',
    'service/api/api',
    'ignores unknown members such as __proto__ and constructor',
  ),
  row(
    'Database files are moved or deleted while the service runs',
    'The service compares device and inode after each commit, and acknowledges nothing without them.',
    'service/store/sqlite/data-files',
    'no write is acknowledged until it is back',
  ),
  row(
    'The service reads a damaged page and continues to write',
    'A start checks every page after a crash or if the file has changed; damage stops all writes.',
    'service/store/sqlite/data-files',
    'that a statement reads makes all writes and the readiness check fail',
  ),
  row(
    'A service reports ready while its disk is full',
    'The readiness check makes a write that changes nothing, at most once a second.',
    'resilience/disk-full',
    'refuses writes with 503, serves reads, and accepts writes again when the disk has room',
  ),
  row(
    'A PostgreSQL server or network that does not respond delays requests',
    'A request waits 18 seconds once; statements are not repeated, and queued requests end too.',
    'resilience/postgres-frozen',
    'the store refuses all requests after one timeout, and repeats no statement',
  ),
  row(
    'A damaged key file, or its content in an error',
    'The start fails with the name of the file and without its content.',
    'resilience/damaged-folders',
    'starts with its payment and its keys, or refuses in one sentence that names the file',
  ),
  row(
    'A stale lock with a reused process id prevents a till from selling',
    'On Linux a lock has the start time of its process, which identifies the process.',
    'main/host/journal/journal',
    'a lock %s is taken over',
  ),
  row(
    'Acknowledged commits are lost in a crash without notice',
    'Commits are counted in the database and in a separate file; a start compares them.',
    'service/store/sqlite/commit-marks',
    'the store refuses to open, and keeps the log',
  ),
  row(
    'A spreadsheet program executes a cell of a table',
    'Text that begins like a formula, also after a separator, is neutralised.',
    'security/csv-cells',
    'the file of payments has no formula, whichever separator it is read with',
  ),
  row(
    'A spreadsheet program executes a cell of a settlement log',
    'The same as for tables.',
    'security/csv-cells',
    'settlement logs have no formula, whichever separator they are read with',
  ),
  row(
    'An authorisation code is used twice',
    'It is valid once; a second use revokes the tokens of the first.',
    'service/oauth/mount',
    'cannot use a code twice, and the second use revokes the tokens of the first',
  ),
  row(
    'An authorisation code reaches another client or address',
    'A code needs its verifier and its address; the reply names its issuer.',
    'service/oauth/mount',
    'needs the PKCE verifier and the redirect address of the request',
  ),
  row(
    'Secrets are disclosed',
    'They are stored as hashes, and are not in replies, logs, callbacks or files.',
    'security/secrets',
    'secrets in requests are never disclosed',
  ),
  row(
    'Another site uses a customer’s or merchant’s page',
    'Writes need the page’s own header and origin.',
    'service/web/same-site-guard',
    'a write from another site is refused',
  ),
  row(
    'A foreign name that resolves to the portal',
    'The portal accepts only its own names.',
    'service/web/same-site-guard',
    'a request with a foreign Host is refused',
  ),
  row(
    'A dependency with an unsuitable licence',
    'Every installed or bundled package has a licence of a fixed list.',
    'docs/licences',
    'of %s are on the list of allowed licences',
  ),
];
