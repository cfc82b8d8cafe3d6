/*
 * What a preload sees and what its page sees, as scripts for a real Chromium. The preload runs in a
 * world of its own, as in Electron; the two worlds share the document alone, so that a call crosses
 * as an event with text in it. Text cannot carry a Map or a Date: neither crosses the contract.
 */

/** Name of the preload's world. */
export const PRELOAD_WORLD = 'preload';
/** Function in the preload's world that reaches main; the page's own world has no such thing. */
export const TO_MAIN = 'stageToMain';
/** Function in the preload's world that main calls. */
export const FROM_MAIN = 'stageFromMain';

/** Runs in the page's world before any of its scripts: makes what the preload exposes. */
export const PAGE_SCRIPT = `(() => {
  const callbacks = new Map();
  const promises = new Map();
  let next = 1;
  let back = null;
  const say = (name, value) =>
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(value) }));
  const hear = (name, run) =>
    document.addEventListener(name, (event) => run(JSON.parse(event.detail)));
  const pass = (value) => {
    if (typeof value !== 'function') return { value };
    const callback = next++;
    callbacks.set(callback, value);
    return { callback };
  };
  const call = (api, method, values) => {
    const id = next++;
    back = null;
    say('stage:call', { api, method, id, values: values.map(pass) });
    if (back?.kind === 'function') return () => say('stage:run', { held: back_of(id) });
    if (back?.kind === 'promise') {
      return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
    }
    return back?.value;
  };
  const helds = new Map();
  const back_of = (id) => helds.get(id);
  hear('stage:back', (value) => {
    back = value;
    if (value.kind === 'function') helds.set(value.id, value.held);
  });
  hear('stage:callback', ({ callback, values }) => callbacks.get(callback)?.(...values));
  hear('stage:settle', ({ id, ok, value }) => {
    const promise = promises.get(id);
    promises.delete(id);
    if (ok) promise?.resolve(value);
    else promise?.reject(new Error(value));
  });
  hear('stage:expose', ({ api, methods }) => {
    if (api in window) return;
    const exposed = {};
    for (const method of methods) exposed[method] = (...values) => call(api, method, values);
    Object.defineProperty(window, api, { value: Object.freeze(exposed), enumerable: true });
  });
  say('stage:ready', {});
})();`;

/** Wraps a built preload so that its \`require('electron')\` finds the two things it may use. */
export function preloadScript(source: string): string {
  return `(() => {
  const say = (name, value) =>
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.stringify(value) }));
  const hear = (name, run) =>
    document.addEventListener(name, (event) => run(JSON.parse(event.detail)));
  const listeners = new Map();
  const waiting = new Map();
  const held = new Map();
  let next = 1;
  const toMain = (message) => ${TO_MAIN}(JSON.stringify(message));
  globalThis.${FROM_MAIN} = (message) => {
    if (message.kind === 'send') {
      for (const one of [...(listeners.get(message.channel) ?? [])]) one({}, ...message.values);
      return;
    }
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok) one?.resolve(message.value);
    else one?.reject(new Error(message.value));
  };
  const ipcRenderer = {
    on(channel, listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    removeListener: (channel, listener) => void listeners.get(channel)?.delete(listener),
    send: (channel, ...values) => toMain({ kind: 'send', channel, values }),
    invoke: (channel, ...values) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        toMain({ kind: 'invoke', id, channel, values });
      }),
  };
  const contextBridge = {
    exposeInMainWorld(api, given) {
      const expose = () => say('stage:expose', { api, methods: Object.keys(given) });
      hear('stage:ready', expose);
      expose();
      hear('stage:run', (run) => held.get(run.held)?.());
      hear('stage:call', ({ api: wanted, method, id, values }) => {
        if (wanted !== api) return;
        const real = values.map(({ value, callback }) =>
          callback === undefined
            ? value
            : (...more) => say('stage:callback', { callback, values: more }),
        );
        const result = given[method](...real);
        if (typeof result === 'function') {
          const key = next++;
          held.set(key, result);
          say('stage:back', { kind: 'function', id, held: key });
        } else if (result instanceof Promise) {
          say('stage:back', { kind: 'promise', id });
          result.then(
            (value) => say('stage:settle', { id, ok: true, value }),
            (error) => say('stage:settle', { id, ok: false, value: String(error) }),
          );
        } else say('stage:back', { kind: 'value', id, value: result });
      });
    },
  };
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error('a sandboxed preload cannot load ' + name);
  };
  const module = { exports: {} };
  ((module, exports, require) => {
${source}
  })(module, module.exports, require);
})();`;
}
