export type Threat = {
  readonly threat: string;
  readonly defence: string;
  /** A test by its file and its name, or null where none shows this alone. */
  readonly test: { readonly file: string; readonly name: string } | null;
};

const row = (threat: string, defence: string, file: string, name: string): Threat => ({
  threat,
  defence,
  test: { file: `test/${file}.test.ts`, name },
});
const untested = (threat: string, defence: string): Threat => ({ threat, defence, test: null });

/** What could go wrong on purpose. A test of the documentation checks that the tests exist. */
export const THREATS: readonly Threat[] = [
  row(
    'One merchant reads or changes what is another’s',
    'Every query names the merchant; what is foreign is the same 404 as what does not exist.',
    'service/http/errors',
    'is the same 404 as one that does not exist, in every way in',
  ),
  row(
    'A call without the strength its endpoint asks for',
    'The level is data of the route table, and is checked before the endpoint runs.',
    'service/http/authorization',
    'with a secret: everything but KEY',
  ),
  row(
    'Credentials used from a place they are not for',
    'A user can be limited to a network; a miss is 401.',
    'service/http/authorization',
    'from an address outside the user’s netmask: 401',
  ),
  row(
    'An integrator acts for a merchant that never asked it to',
    'The merchant’s record names its integrator; nobody else’s signature is taken.',
    'service/http/authorization',
    'with an integrator’s signature for a merchant that does not name it: 401',
  ),
  row(
    'Somebody finds out which users exist',
    'Unknown user, unknown merchant and wrong secret are answered in the same words.',
    'service/http/errors',
    'answers an unknown user, an unknown merchant and a wrong secret in the same words',
  ),
  row(
    'A recorded signature is sent again',
    'A signature of what is not repeatable is good once; the store remembers it for its window.',
    'service/store/sqlite',
    'a signature can be used once within its window',
  ),
  row(
    'Somebody guesses the pairing code of a till',
    'Forty bits, ten minutes, one use; tries are counted per address before a code is looked at.',
    'service/pairing/budget',
    'a slow store lets nobody try more codes than the budget has, however many come at once',
  ),
  row(
    'A pairing code is seen by somebody else, or used twice',
    'One statement gives it to one till; the other one is told, and the portal shows who came.',
    'service/pairing/pairing',
    'goes to one of two tills that come at the same moment',
  ),
  row(
    'A till is stolen',
    'Revoking ends its user at once; until then it sells, and cannot work on users or payouts.',
    'service/pairing/pairing',
    'refunds only with the right to it, and never works on users',
  ),
  row(
    'A copied disk gives a till’s key away',
    'The operating system keeps it; without a store for it a person has to allow a file.',
    'main/host/pairing/secrets',
    'are refused where there is no store for them, with a sentence that says what to do',
  ),
  row(
    'An old secret or key works after it was changed',
    'A change counts the user’s version up, which ends every remembered check at once.',
    'service/http/user',
    'ends the old secret at once, also where it was found right a moment ago',
  ),
  row(
    'A merchant locks itself out of its own keys',
    'The last holder of a key cannot remove itself or its key.',
    'service/store/merchants',
    'cannot all leave at the same time',
  ),
  row(
    'A payment is made twice',
    'pos_id and pos_tid are unique for ever; the index decides every race.',
    'service/http/payment-request',
    'makes one payment of many identical requests at once: exactly one 201',
  ),
  row(
    'A refund by somebody who only has a secret',
    'A refund must be signed, and is done once per refund_id.',
    'service/http/payment-request',
    'refunds only a signed request, and once per refund_id',
  ),
  row(
    'Two changes of one payment at the same time',
    'A change is written only on the version that it was decided on.',
    'service/store/sqlite',
    'writes a change only on the version it was decided on',
  ),
  row(
    'A callback address that points into the operator’s own network',
    'The name, every address it resolves to, and the other end of the connection are judged.',
    'service/deliver/address-guard',
    'a connection is judged again by its other end',
  ),
  row(
    'A callback receiver that sends the service elsewhere',
    'Redirects are not followed, and proxies of the environment are not asked.',
    'service/deliver/sender',
    'does not follow a redirect, and asks no proxy of the environment',
  ),
  row(
    'A receiver that never answers, or never ends',
    'Attempts have a time, answers a length, hosts a number of places of their own.',
    'service/deliver/dispatcher',
    'hold up nobody else, and at most their own places',
  ),
  row(
    'A callback that the service never sent',
    'Address, timestamp and digest are signed; the receiver library checks all three.',
    'service/deliver/keys',
    'sign the address, the timestamp and the digest, and no other header',
  ),
  row(
    'A body or an address without an end',
    'Bodies, addresses, headers and nesting have bounds.',
    'service/http/addresses',
    'answers an address that is too long with 400, and headers that are with 431',
  ),
  row(
    'Input made to break the parser or the rules',
    'Every field of every route is checked by its schema before anything reads it.',
    'service/http/bad-input',
    '%s answers each with one of its replies',
  ),
  row(
    'An error that tells about the inside',
    'What nobody foresaw is a 500 with the request’s id, and nothing else.',
    'service/http/last-resort',
    'is a 500 that names the request and tells nothing of the inside',
  ),
  row(
    'Secrets in the log',
    'Credentials are taken out of every line, wherever they stand.',
    'service/http/last-resort',
    'hides what is secret, wherever it stands',
  ),
  row(
    'A reply that a browser takes for a page of ours',
    'No sniffing, no framing, no caching, no script.',
    'service/http/errors',
    'carries its request’s id and the headers that keep browsers out',
  ),
  row(
    'One device hears another merchant’s events',
    'A channel belongs to its merchant; the same name elsewhere is another channel.',
    'service/deliver/event-socket',
    'hears nothing of another merchant’s channel of the same name',
  ),
  row(
    'Ids of merchants tried one after the other by an integrator',
    'Looking up has a budget of failures.',
    'service/http/merchant',
    'does not let ids of integrators be tried without end',
  ),
  row(
    'A one-time code that is guessed',
    'A code ends with its use, its time, or a few wrong tries.',
    'service/store/sqlite',
    'a one-time code ends with its use, its time, or too many wrong tries',
  ),
  row(
    'A one-time code that is read on its way, or asking who is a customer',
    'Codes go to the operator’s gateway alone, signed, and into no log; every number gets one answer.',
    'service/deliver/codes',
    'is tried again with the same id, three times at most, and the log has no code',
  ),
  row(
    'The address of a log file that was changed or is old',
    'The address is signed with its end of life.',
    'service/http/settlement',
    'refuses an address that was changed',
  ),
  row(
    'Books that do not add up',
    'A transaction that does not sum to zero per currency is refused by the database itself.',
    'service/settlements/ledger',
    'refuses a transaction that does not add up, one without entries, and one not closed',
  ),
  row(
    'A crash that loses what was promised',
    'No reply leaves before its commit is on the disk.',
    'service/store/sqlite',
    'keeps every acknowledged payment when its process is killed while it writes',
  ),
  row(
    'Two processes on one database file',
    'The file belongs to one process at a time.',
    'service/store/sqlite',
    'belongs to one process at a time, and says so',
  ),
  row(
    'The simulator on a service with real money',
    'It is there only on request, on this machine, and not where NODE_ENV is production.',
    'service/simulate/simulator',
    'is not there without the option',
  ),
  row(
    'A page in a browser that calls the API with a till’s secret',
    'No page may, unless the operator names its origin, and under older profiles alone.',
    'service/http/profiles-habits',
    'V-16: pages that the operator has named may call the API, and no others',
  ),
  row(
    'The signed address of a redirect, used for something else or later',
    'It is good for its path, its caller and a minute, and only under older profiles.',
    'service/http/profiles-habits',
    'V-17: a client that repeats its signature comes through the redirect',
  ),
  row(
    'A code that leads a customer’s wallet to a page of somebody else’s',
    'Only addresses of this service are followed, and of them only the path: the page stays at home.',
    'renderer/wallet/scanner',
    'opens nothing of anybody else’s, says so, and goes on looking',
  ),
  row(
    'A payment approved by a slip of the hand, or twice',
    'A drag to its end, a key held for a second, or two presses on two keys; then one answer.',
    'renderer/wallet/wallet',
    'is never a double tap, a thumb that rests, or a drag that the system takes over',
  ),
  row(
    'A phone without a network that shows money as it once was',
    'The shell alone is kept on the phone, and no reply of the wallet’s API.',
    'e2e/wallet-offline',
    'without a network it opens, says so, and shows no money; with one it goes on',
  ),
  untested(
    'Guessing secrets by how long a check takes',
    'Secrets are stored as scrypt and compared in constant time; unknown users cost the same.',
  ),
  row(
    'A page in a browser, or a foreign name pointed at this machine, calls the till',
    'The till API needs a token from a file, answers this machine’s own names and known origins only.',
    'main/host/local-api/gates',
    'answers pages of the origins that it was told of, and of no others',
  ),
  row(
    'A program of another user of this machine calls the till',
    'The token is in a file that only the till’s user can read; without it nothing is told or done.',
    'main/host/local-api/gates',
    'tells a caller with %s nothing and does nothing',
  ),
  row(
    'A register that was taken over gives money back',
    'Nothing without a key and a ceiling in the till’s configuration; each refund names who allowed it.',
    'main/host/pains/local-api',
    'pain 39: a refund names who allowed it, and has a ceiling and one use',
  ),
];
