const META = 'meta[name="tillkit-token"]';

let firstPage = true;

/**
 * A one-time token for the next connection. The first token comes with the page, in a meta element
 * or in the address. For every later one the page is fetched again, because the host issues a new
 * token with every response.
 */
export async function nextToken(): Promise<string | null> {
  if (firstPage) {
    firstPage = false;
    const token = fromAddress() ?? fromDocument(document);
    if (token !== null) return token;
  }
  return fetchToken();
}

/** A token in the address would stay in the browser's history, so it is removed at once. */
function fromAddress(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null || token === '') return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

function fromDocument(page: Document): string | null {
  for (const meta of page.querySelectorAll(META)) {
    const content = meta.getAttribute('content');
    if (content !== null && content !== '') return content;
  }
  return null;
}

async function fetchToken(): Promise<string | null> {
  try {
    const reply = await fetch(location.pathname, { cache: 'no-store' });
    // The till was restarted or has revoked this browser: its page tells the cashier what to do.
    if (reply.status === 403) location.reload();
    if (!reply.ok) return null;
    return fromDocument(new DOMParser().parseFromString(await reply.text(), 'text/html'));
  } catch {
    // The host cannot be reached. The caller tries again later.
    return null;
  }
}
