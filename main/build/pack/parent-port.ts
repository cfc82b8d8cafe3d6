/**
 * Gives a plain Node child what a utility process of Electron has: `process.parentPort`, here over
 * Node's own channel. Loaded with `--import` before the packed service.
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
