/**
 * Gives a plain Node.js child the `process.parentPort` of an Electron utility process, over Node's
 * own channel. `--import` loads it before the packed service.
 */
type Listener = (event: { readonly data: unknown }) => void;

Object.defineProperty(process, 'parentPort', {
  value: {
    on: (_name: 'message', listener: Listener) => {
      process.on('message', (data) => listener({ data }));
    },
    postMessage: (message: unknown) => process.send?.(message),
  },
});
