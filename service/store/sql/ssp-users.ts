export const NO_ENTITIES = '[]';

export const SSP_USER_SQL = {
  insert: `INSERT INTO ssp_user (merchant_id, id, email_key, body, entities) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, email_key) DO NOTHING`,
  read: 'SELECT body, entities FROM ssp_user WHERE merchant_id = ? AND id = ?',
  setEntities: 'UPDATE ssp_user SET entities = ? WHERE merchant_id = ? AND id = ?',
  remove: `DELETE FROM ssp_user WHERE merchant_id = ? AND id = ? AND entities = '${NO_ENTITIES}'`,
};
