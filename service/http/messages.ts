import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';

/** A listener that may be an Express application, which has a prototype for either message. */
export type Application = RequestListener & { request?: object; response?: object };

/** What a server makes its messages of. */
type MessageClasses = {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
};

/**
 * The classes a server makes its messages of. An Express application gives each request and reply
 * its own prototype, and the engine pays for every change of one; messages that are born with it
 * have nothing to change.
 */
export function messagesOf(app: Application): MessageClasses {
  class Incoming extends IncomingMessage {}
  class Outgoing extends ServerResponse<IncomingMessage> {}
  if (app.request !== undefined && app.response !== undefined) {
    Object.setPrototypeOf(Incoming.prototype, app.request);
    Object.setPrototypeOf(Outgoing.prototype, app.response);
    app.request = Incoming.prototype;
    app.response = Outgoing.prototype;
  }
  return { IncomingMessage: Incoming, ServerResponse: Outgoing };
}
