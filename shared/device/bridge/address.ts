/** Where the host takes the bridge's WebSocket, on the origin that served the page. */
export const BRIDGE_PATH = '/bridge';

/** WebSocket subprotocol of the bridge. */
export const BRIDGE_SUBPROTOCOL = 'tillkit.bridge.v1';

/** Id of the element in which a page brings its first picture along, as JSON. */
export const FIRST_VIEW = 'tillkit-first';
