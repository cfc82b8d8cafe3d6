/** Owner of the service's own writes: sweeps, settlements, and commands of the operator. */
export const SERVICE = '';
/** Owner of the write of the readiness check. */
export const READINESS = 'readiness';

/** Owner of one customer's writes. */
export const customerOwner = (customerId: string): string => `customer ${customerId}`;
