/** Path of a receipt's page, below the address of the customer's pages; its code follows. */
export const RECEIPT_PATH = '/re/';
