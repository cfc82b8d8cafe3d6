export const LOGO_SQL = {
  logo: 'SELECT image, etag FROM merchant_logo WHERE merchant_id = ?',
  putLogo: `INSERT INTO merchant_logo (merchant_id, image, etag) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET image = excluded.image, etag = excluded.etag`,
};
