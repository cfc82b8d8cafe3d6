export type { DataPlace } from './app/data-directory.ts';
export type { ServiceOptions } from './app/options.ts';
export type { Ready, ReadyUser } from './app/ready.ts';
export { createService, type Service } from './app/start.ts';
export type { Simulator } from './simulator/simulator.ts';
