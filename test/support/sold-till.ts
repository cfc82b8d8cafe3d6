import { NO_MACHINE_ACCESS } from '../../main/host/diagnosis/machine-access.ts';
import type { TillOptions } from '../../main/host/till/open-till.ts';
import { MACHINE_PORTS } from '../../main/host/till/ports.ts';

/** What a test says of a till that runs on this machine without windows, before what the test is about. */
export const ON_THIS_MACHINE: Pick<
  TillOptions,
  'deviceCode' | 'firstCode' | 'heardShop' | 'machineAccess' | 'ports'
> = {
  deviceCode: null,
  firstCode: null,
  heardShop: null,
  machineAccess: NO_MACHINE_ACCESS,
  ports: MACHINE_PORTS,
};
