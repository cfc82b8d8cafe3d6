/** Owner of what the service writes by itself: sweeps, settlements, and commands of its operator. */
export const SERVICE = '';
/** Owner of the write by which readiness is found out. */
export const READINESS = 'readiness';

/** Owner of what one customer writes. */
export const customerOwner = (customerId: string): string => `customer ${customerId}`;
