/**
 * The number of a receipt of the books as people read it, `till1-R12`. It is also the code on a receipt without a
 * payment in the service.
 */
export const bookedNumber = (till: string, receipt: number) => `${till}-R${receipt}`;
