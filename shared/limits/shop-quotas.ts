import { DAY } from '../time/clock.ts';

/** What one shop may store, so that it cannot fill the disk of all (D-441). */
export const SHOP_QUOTAS = {
  /** Pictures: three for each item of the largest catalogue, and their bytes. */
  pictures: 1_500,
  pictureBytes: 48 * 1024 * 1024,
  /** How long a picture is kept that no kept version of the catalogue uses, ms. A draft is saved before. */
  unusedPictureLife: DAY,
  /** Closed periods that are taken within a day, and their bytes. A till sends the others later. */
  periodsADay: 1_000,
  periodBytesADay: 64 * 1024 * 1024,
  /** What is kept for years and is not refused for good: the caller repeats it later (D-540). */
  aDay: {
    payments: { count: 500_000, bytes: 512 * 1024 * 1024 },
    receipts: { count: 200_000, bytes: 512 * 1024 * 1024 },
    attachments: { count: 200_000, bytes: 1024 * 1024 * 1024 },
  },
} as const;
