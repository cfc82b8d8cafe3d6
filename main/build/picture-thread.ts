import { fileURLToPath } from 'node:url';
import { build, type Metafile, type Plugin } from 'esbuild';
import { CODECS } from '../../shared/node/pictures/codecs.ts';
import { NODE_BUNDLE } from './bundle.ts';

const PICTURES = fileURLToPath(new URL('../../shared/node/pictures', import.meta.url));

/**
 * Writes the thread that decodes pictures (`shared/node/pictures/picture-thread.ts`) as one file beside the chunks of a
 * bundle, with the WebAssembly files inside. `inputs` gets the files that it is made of.
 */
export function pictureThread(
  inputs: (files: readonly string[]) => void = () => undefined,
): Plugin {
  return {
    name: 'picture-thread',
    setup(bundler) {
      bundler.onLoad({ filter: /[\\/]pictures[\\/]thread-file\.ts$/ }, () => ({
        contents: `import name from 'picture-thread'; export const THREAD_FILE = new URL(name, import.meta.url);`,
      }));
      bundler.onResolve({ filter: /^picture-thread$/ }, () => ({
        path: 'picture-thread.js',
        namespace: 'picture-thread',
      }));
      bundler.onLoad({ filter: /.*/, namespace: 'picture-thread' }, async () => {
        const { contents, metafile } = await threadOf();
        inputs(Object.keys(metafile.inputs));
        return { contents, loader: 'file' };
      });
    },
  };
}

async function threadOf(): Promise<{ readonly contents: Uint8Array; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    ...NODE_BUNDLE,
    packages: 'bundle',
    entryPoints: [`${PICTURES}/picture-thread.ts`],
    write: false,
    metafile: true,
    minify: true,
    sourcemap: false,
    loader: { '.wasm': 'binary' },
    plugins: [codecsInside],
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('the thread of pictures was not built');
  return { contents: file.contents, metafile };
}

/** Codecs that are a part of the file. */
const codecsInside: Plugin = {
  name: 'codecs-inside',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]pictures[\\/]codecs\.ts$/ }, () => {
      const all = Object.entries(CODECS);
      const contents = [
        ...all.map(([codec, file]) => `import ${codec} from '${file}';`),
        `const all = { ${all.map(([codec]) => codec).join(', ')} };`,
        'export const codecFile = (codec) => all[codec];',
      ].join('\n');
      return { contents, resolveDir: PICTURES };
    });
  },
};
