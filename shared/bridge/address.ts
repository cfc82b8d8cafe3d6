/** Where the host takes the bridge's WebSocket, on the origin that served the page. */
export const BRIDGE_PATH = '/bridge';

/** WebSocket subprotocol of the bridge. */
export const BRIDGE_SUBPROTOCOL = 'tillkit.bridge.v1';
