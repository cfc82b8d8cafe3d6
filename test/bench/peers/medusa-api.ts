import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Types of the Medusa functions that the bench calls, written after Medusa's documentation and types.
 * The bench loads Medusa from the folder of the peers. Medusa is not a dependency of the project.
 */

type Money = { readonly currency_code: string; readonly amount: number };
type Made = { readonly id: string };

/** The methods of the payment module that the bench calls. */
export type PaymentModule = {
  createPaymentCollections(money: Money): Promise<Made>;
  createPaymentSession(
    collection: string,
    session: Money & { provider_id: string; data: Readonly<Record<string, never>> },
  ): Promise<Made>;
  /** Returns the payment, or null while the provider has not decided. */
  authorizePaymentSession(
    session: string,
    context: Readonly<Record<string, never>>,
  ): Promise<Made | null>;
  capturePayment(data: { readonly payment_id: string }): Promise<{ captured_at: unknown }>;
};

type Options = {
  readonly modulesConfig: { readonly payment: { resolve: string; options: object } };
  readonly sharedResourcesConfig: { readonly database: { clientUrl: string } };
  readonly injectedDependencies: Readonly<Record<string, unknown>>;
};

type Sdk = {
  MedusaAppMigrateUp(options: Options): Promise<void>;
  MedusaApp(options: Options): Promise<{
    readonly modules: { readonly payment?: PaymentModule };
    onApplicationStart(): Promise<void>;
    onApplicationPrepareShutdown(): Promise<void>;
    onApplicationShutdown(): Promise<void>;
  }>;
};

type Utils = {
  readonly ContainerRegistrationKeys: { readonly PG_CONNECTION: string };
  readonly ModulesSdkUtils: {
    createPgConnection(options: { clientUrl: string; pool: { min: number; max: number } }): {
      destroy(): Promise<void>;
    };
  };
};

export type StartedModule = {
  readonly payment: PaymentModule;
  readonly stop: () => Promise<void>;
};

/** Migrates the database and starts the payment module on it, with its own system provider. */
export async function startPaymentModule(
  installed: string,
  database: string,
  connections: number,
): Promise<StartedModule> {
  const load = createRequire(join(installed, 'package.json'));
  const sdk: Sdk = load('@medusajs/framework/modules-sdk');
  const { ContainerRegistrationKeys, ModulesSdkUtils }: Utils = load('@medusajs/framework/utils');
  const pool = { min: 1, max: connections };
  const postgres = ModulesSdkUtils.createPgConnection({ clientUrl: database, pool });
  const options: Options = {
    modulesConfig: { payment: { resolve: load.resolve('@medusajs/payment'), options: {} } },
    sharedResourcesConfig: { database: { clientUrl: database } },
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: postgres },
  };
  await sdk.MedusaAppMigrateUp(options);
  const app = await sdk.MedusaApp(options);
  await app.onApplicationStart();
  const { payment } = app.modules;
  if (payment === undefined) throw new Error('the payment module was not started');
  return {
    payment,
    async stop() {
      await app.onApplicationPrepareShutdown();
      await app.onApplicationShutdown();
      await postgres.destroy();
    },
  };
}
