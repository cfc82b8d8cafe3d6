import { packageRoot } from '../host/adapters/machine.ts';
import { buildVoice } from '../host/kiosk/voice-files.ts';
import { buildElectron } from './electron.ts';
import { checkPack } from './pack/check.ts';
import { buildScreens } from './screens.ts';

/* `npm run pack:check` builds and packs the application and checks the archive. */

await buildScreens();
await buildElectron();
buildVoice();
const { electron, files, size, problems } = await checkPack(packageRoot());
console.log(`app.asar: ${files} files, ${(size / 1024 / 1024).toFixed(1)} MB`);
if (electron === 'placeholder') {
  console.log(
    'Electron is not installed: the package contains a placeholder, and no fuse was set.',
  );
}
for (const [index, problem] of problems.entries()) console.error(`${index + 1}. ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(
  'All imports resolve, the archive contains nothing forbidden, and the packed service answered a payment and decoded a picture.',
);
console.log('The kiosk was packed too and would open in full screen.');
