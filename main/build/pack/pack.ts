import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { findElectron } from '../../start/find-electron.ts';
import { makePlaceholder } from './placeholder.ts';

export type Packed = {
  /** The application's archive. */
  readonly archive: string;
  /** `placeholder`: no Electron is here, so fuses were not flipped and nothing can be started. */
  readonly electron: 'real' | 'placeholder';
};

/** Packs the application's folder into `output`, without the network. dist/ must be built. */
export async function packApp(root: string, output: string): Promise<Packed> {
  const binary = findElectron(root, process.env);
  const placeholder = join(output, 'electron');
  if (binary === null) makePlaceholder(placeholder, electronVersion(root));
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist: binary === null ? placeholder : dirname(binary),
      directories: { output },
      // A stand-in has no fuses to flip.
      ...(binary === null ? { electronFuses: null } : {}),
    },
  });
  const archive = join(output, 'linux-unpacked/resources/app.asar');
  return { archive, electron: binary === null ? 'placeholder' : 'real' };
}

function electronVersion(root: string): string {
  const text = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}
