PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE commit_count (
  one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL
) STRICT;
INSERT INTO commit_count VALUES(1,151);
CREATE TABLE migration (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL
) STRICT;
INSERT INTO migration VALUES(1,'initial','9b65655b27ceb309e5a30e4bf8c589c4121b54f91b346c098e1a2077497a85f5');
CREATE TABLE integrator (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  netmask TEXT,
  public_key TEXT NOT NULL
) STRICT;
INSERT INTO integrator VALUES('kasseint','Kassehuset',NULL,replace('-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAphxm73IaZ2glI5vOCSps\nfXYPEzqtBasddEjDMob/wtSf8TvAFkXuriHva5BwO2j6PQP6ULaY+wuUJAT2RBhP\nNVM+ozL39whlgivQLHUhx3HhBnKCsvRHvw1kEVcrhROnQKgNImFOgwXrpZTiCy/n\nYgX0JN+OJSXz4fw8DQMqJIw+TKd0d+b+M7Mg9b0ip7ht6z7QrYyBo2DRRi78zeWn\nrL19mYT5Jn0AlRXPieMoAS4GeDSoxzh/xf2+DvrXSz/09CdujpOdQMWYtRBDccgT\njsY60KvjTGvOD76JgIGmKqZgrVhoGfKnfMXICiW1NHcB8oDS5iPBPor5+BgqyyWX\nYwIDAQAB\n-----END PUBLIC KEY-----\n','\n',char(10)));
CREATE TABLE merchant (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  terms TEXT NOT NULL,
  payment_limit INTEGER,
  integrator_id TEXT REFERENCES integrator (id),
  details TEXT,
  agreement TEXT
) STRICT;
INSERT INTO merchant VALUES('kaffebar','Kaffebaren Løkka','{"authorisationLife":259200000,"transactionFeeBasisPoints":100,"interchangeBasisPoints":25,"autoRelease":true}',NULL,'kasseint','{"legalEntity":"kaffebaren-as","organizationId":"999888777","jurisdiction":"NO","mcc":5814,"features":[],"profile":{"first_address_line":"Thorvald Meyers gate 40","second_address_line":"","postal_code":"0555","country":null,"description":null,"phone_number":"","email":"","url":"","twitter":null,"facebook":null,"hours":null,"settlement_receivers":[],"settlement_email_xls":false},"application":{"status":"approved","comment":null},"businessDocuments":[{"gs_object_name":"documents/lease.pdf","description":"The lease"}],"integrationType":"api","approved":true}','{"currencies":["NOK"],"scopeFee":0,"settlementFee":{"basisPoints":0,"fixed":0},"frequency":"weekdays","startOfDay":"00:00:00","timeZone":"Europe/Oslo","payoutDelay":0,"taxcode":"NO:2013"}');
INSERT INTO merchant VALUES('bokkafe1','Bokkafeen Torshov','{"authorisationLife":259200000,"transactionFeeBasisPoints":100,"interchangeBasisPoints":25}',NULL,NULL,NULL,NULL);
CREATE TABLE merchant_lookup (
  lookup_id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id)
) STRICT;
INSERT INTO merchant_lookup VALUES('999888777','kaffebar');
CREATE TABLE merchant_logo (
  merchant_id TEXT PRIMARY KEY REFERENCES merchant (id),
  image BLOB NOT NULL,
  etag TEXT NOT NULL
) STRICT;
INSERT INTO merchant_logo VALUES('kaffebar',X'89504e470d0a1a0a0000000d49484452000000600000006008020000006dfae06f000001c849444154789ceddcc17103310c4351d79226524c6a4f0739e79c0e6289044178fc677896a037dcddc34a7afcfe7c53ffd4633d4178010410400001145c00010410400005d732d0d7e7c7d37a3ba013941c2c1f50c76551ca01a4a53133cd02cdd1d898a6803c3406263d907661eb4c62a0d165ac1829816cd19d463220ff0bc233a306c8ffeeb44d2d005ad43104e802f593a99e9421a3165027d3e1274932e60e502dcdad8b6a7c37d0968edf480964a0e94ce7034ad0b1198d03cde914e6750045e9188c0440bb3ab7196681cec339756e6358814274aec24c0125b7cf5c13b580a274869a480cb4ab739e4a0f548e9209746e54070a7cbeae822d00add35c6503c808540e910c746854044ad6d136114000010410400001041040002981c28dca4b2802bd5c13a9da07202f50885127bf1228b689cae15b402ff49409db87df3ec3406946cdd85da0fc2692b70f9b17d4406c7f5136d19b6ea04a331ad56113e70c50889141878de463408b464e1d0eb30c034932f55de67438506701da359a9e9a43bd2ea093f7eecb4dc4c5027620f9f75b3b5a04506d61fd1a5a08d7e3ac024d3319c27345570c9044ca9f966b02b381f20b2080000208a0e002082080000228b8007a527f415ca5e3145e59180000000049454e44ae426082','gWjfuXiSndv7uw-M1JCGGf');
CREATE TABLE settlement_account (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  currency TEXT NOT NULL,
  start_of_day TEXT NOT NULL,
  frequency TEXT NOT NULL,
  payout_delay INTEGER NOT NULL,
  payout_account TEXT,
  UNIQUE (merchant_id, currency)
) STRICT;
INSERT INTO settlement_account VALUES('kaffebar.NOK','kaffebar','NOK','00:00:00','weekly',0,'NO9386011117947');
INSERT INTO settlement_account VALUES('bokkafe1.NOK','bokkafe1','NOK','00:00:00','weekdays',0,NULL);
CREATE TABLE api_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  label TEXT,
  netmask TEXT,
  secret_hash TEXT,
  public_key TEXT,
  version INTEGER NOT NULL,
  till TEXT CHECK (till IN ('sales', 'refunds')),
  PRIMARY KEY (merchant_id, id)
) STRICT;
INSERT INTO api_user VALUES('kaffebar','pos','demo',NULL,'$scrypt$ln=10,r=8,p=1$qYpZKlFgnA5I/L27BstJvg$nRwhHrYVQYSkEqRb5NvmffDxrattE70hEa77F7DoEbw',NULL,1,NULL);
INSERT INTO api_user VALUES('kaffebar','admin','demo',NULL,'$scrypt$ln=10,r=8,p=1$PDAzN5Rdarclc8zWuRUjAA$cdE6ZVl45NuhTpC6fw8QZVqeP7AwoSqnK5ShPMXaL5o',replace('-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyZAW1v9m9uTvQy1ywJd4\netrRZomNxpKxb1zAtuJ+esDSN+4TEQPXCBClW/Kl3OOcCzl8c1kXUYHLyGZ1b0vi\nKCO3lLoB9R+yEW1s9Z/UZPHkp7PFCJ8gyGs1zzFe1ckkFNqoXjv5CkUOVG5fVode\njKGecX7qcfCYmR4LAQQYp64kHjS4v6YbLnfq0vHzwPGOXLnEQFmzS/f7iUHZmsso\nF9CL8a6D2xMLj5CiRkC4DuuZLc3pvYI3FbQn8RjOjuuBHzKNJaax0CGex4/H1ZX/\nS/0hakvcOoxQ0U4lDMc/WAl+nlNtKrwPoQZpn53Z9ocRqW8a7/k2JjzHjmjqBycO\nAwIDAQAB\n-----END PUBLIC KEY-----\n','\n',char(10)),1,NULL);
INSERT INTO api_user VALUES('bokkafe1','neighbour','demo',NULL,'$scrypt$ln=10,r=8,p=1$c49tYE9kar537WhOaOg2ig$EjyKzJAZXZfyjwF5+z3zaCV35eUtQk9iIaH+vbBdM4A',replace('-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmY1C0u42I8fDXmXGBLIx\n16GRhRU47kHDf5VEQFRfAc1TMia5/q12ZMDYJS/kbHbO5r3U6QA0g/CcWwuZ/UMT\nosx3Yq6gn4h+hnNWvO+y6jpjDpV5pr4o7Sy+eS8ScKL39OtFDovKWc06B3n/diEo\nCgSrwkc1SQ/bUTjJr83UGIYIPKpcT+vbcyq97zkcCcBmW/Qu5JH72j0Nbwg3gX7V\nLmujEHSpoaJBg2EOobA2NxTAKg/POv1nQ/pmdPLtqcNA+47tAT+5VA8WMYWrdb9H\n4zVFnfeCO7uslOo3bOLgOwyzG8d6pvrCo1ejDzt+8McQa27fk/0f729GXN888TVj\nkQIDAQAB\n-----END PUBLIC KEY-----\n','\n',char(10)),1,NULL);
INSERT INTO api_user VALUES('kaffebar','someone','Somebody',NULL,'$scrypt$ln=14,r=8,p=5$nER5yZnoBCRRtRcgFC1H+g$Rjbjug0MeEMlZuA1SIP3VjEv3XyLvfG6RAz6JSRRZ40',NULL,1,NULL);
INSERT INTO api_user VALUES('kaffebar','made-9','Second till','192.0.2.0/24','$scrypt$ln=14,r=8,p=5$Rc2o3MBEWyM4IXQI+tPgVA$up2sbcQTfHw0aX5ftvQr16V+6ffDjw9O74NrI4zDoAA',NULL,1,NULL);
INSERT INTO api_user VALUES('kaffebar','made-10','Second till','192.0.2.0/24','$scrypt$ln=14,r=8,p=5$eII7T5+xThTgaskd0KTRBg$1nxG9n3E2mGfAU9TFdRvthLZa9Z2TVZbLGeuSBmyCBc',NULL,1,NULL);
INSERT INTO api_user VALUES('kaffebar','made-11','Till on the terrace',NULL,'$scrypt$ln=14,r=8,p=5$9y5ROmxBfM76o38xbrqkAg$1Z2mLY2SgxfXMnqvT+U2ka8yOYK5xuaKLTxsh5XsnPo',NULL,2,NULL);
CREATE TABLE portal_invitation (
  merchant_id TEXT PRIMARY KEY REFERENCES merchant (id),
  token_hash TEXT NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
CREATE TABLE used_signature (
  merchant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, user_id, hash)
) STRICT;
INSERT INTO used_signature VALUES('kaffebar','admin','P0yyDymqnEDTLFdcWCeeUO_LV8sBJFOijDuYjxyRsuM',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','qTM9rS-EziKi7bvcDkeFboKKYAicdlPCWU4W3k-Vchg',1795437144758);
INSERT INTO used_signature VALUES('kaffebar',' integrator kasseint','TrDkNBXO8oJB1pHTBHxxezUQ3GqvJuNpHj6AfwZKf9E',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','r1jgGCFIUHyQHpAjfzRLM6wfpMBjZjGXH5i6HkWwJmQ',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','x63Klw-1to5uS0xlWdYTQ3VknZ07jqDB53Q2R7lIJUQ',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','40iC2icelt2lh38ZoCI-ijYzRsaxH9zeRRgv8hF8Sko',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','aFeO8wgdHZYeA0VYqRNSY-3EhIqWPJjVtWkNRHi3yBY',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','lFhYOwoEgmoyfOCDazoxxW2wg8vKCzjmP-hENKGLdYQ',1795437144758);
INSERT INTO used_signature VALUES('kaffebar','admin','3PdX4NyL0HWkrUqU5cIbQrJw1uCMsdlGjlajXivKMOI',1795437144758);
CREATE TABLE pairing (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  code_hash TEXT UNIQUE,
  pos_id TEXT NOT NULL,
  name TEXT NOT NULL,
  rights TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  redeemed INTEGER,
  user_id TEXT,
  shortlink_id TEXT,
  key_hash TEXT,
  device TEXT,
  address TEXT,
  revoked INTEGER,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, user_id)
) STRICT;
INSERT INTO pairing VALUES('kaffebar','0jan7zxa','K2CAo-YxtlxRBmwiYGPJRRcg8ZOBrna_HtuuikjxD1Q','kasse-1','Counter','sales','admin',1795436544757,1795437144757,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE pos (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id)
) STRICT;
INSERT INTO pos VALUES('kaffebar','kasse-1','{"id":"kasse-1","name":"Kaffebaren, terrace","type":"mobile","location":null}');
INSERT INTO pos VALUES('kaffebar','made-3','{"id":"made-3","name":"Kaffebaren, kasse 2","type":"store","location":{"latitude":59.9226,"longitude":10.7596,"accuracy":5}}');
INSERT INTO pos VALUES('kaffebar','made-4','{"id":"made-4","name":"Kaffebaren, kasse 2","type":"store","location":{"latitude":59.9226,"longitude":10.7596,"accuracy":5}}');
CREATE TABLE ssp_user (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  email_key TEXT NOT NULL,
  body TEXT NOT NULL,
  entities TEXT NOT NULL,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, email_key)
) STRICT;
INSERT INTO ssp_user VALUES('kaffebar','hpxp9ryz','person@kaffebaren.no','{"id":"hpxp9ryz","email":"person@kaffebaren.no","phone":null,"name":null,"bankid":null}','[]');
INSERT INTO ssp_user VALUES('kaffebar','30k5o4au','made-15@kaffebaren.example','{"id":"30k5o4au","email":"made-15@kaffebaren.example","phone":"4740000001","name":{"given_name":"Sara","family_name":"Lund","middle_name":null},"bankid":null}','[]');
CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  msisdn TEXT UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('invited', 'active', 'blocked', 'erased')),
  allow_credit INTEGER NOT NULL,
  created INTEGER NOT NULL,
  terms_version TEXT,
  terms_accepted INTEGER
) STRICT;
INSERT INTO customer VALUES('fu4mdm4z','4798765432','Ingrid Solheim','active',1,0,NULL,NULL);
INSERT INTO customer VALUES('3jwthh4s','4791234567','Jonas Bakke','active',1,0,NULL,NULL);
INSERT INTO customer VALUES('fbnribua','4740567890','Amina Haugen','active',1,0,NULL,NULL);
CREATE TABLE customer_code (
  owner TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL,
  expires INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT;
INSERT INTO customer_code VALUES('fu4mdm4z','TvFB_PnEmz_A8X4pqZsZp2gYrycfwF4BMBEj_wib_jY',1795436844757,0);
CREATE TABLE customer_session (
  token_hash TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  expires INTEGER NOT NULL
) STRICT;
INSERT INTO customer_session VALUES('gbNLNzqy6Aws189_tMy3QNS40Dj3VUhceW9ctZPfWwo','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('YP5u_nVhcPUQUoV4SvFy2mJg6ztpq8Z1_-pSep2oC2g','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('wb7rgEBI-ytWgkrQI8phHLzs_bS-aE6JBM7eEagA8rU','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('wnryB_GXMQBKYEm3cf0hUPgVAs5ky76eyb5_4TWa6tY','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('Bffm5z6g5aBKUjTxA7wprktPeGIfrJXJkEE9OqEnKp0','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('UQ_cmQFME7jKV1lopJlEEXwD4QbB2khG8psdajmCpKw','fu4mdm4z',1803212544757);
INSERT INTO customer_session VALUES('yfHsDrLpkXqPeA5lBPx30BRKmKTIY_9bkS8DeXsMTFQ','fu4mdm4z',1803212544757);
CREATE TABLE customer_profile (
  customer_id TEXT PRIMARY KEY REFERENCES customer (id),
  body TEXT NOT NULL
) STRICT;
INSERT INTO customer_profile VALUES('fu4mdm4z','{"email":"ingrid.solheim@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Markveien 35","locality":"Oslo","postal_code":"0554","country":"NO","formatted":"Markveien 35\n0554 Oslo"},"nationalId":{"number":"01019012345","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
INSERT INTO customer_profile VALUES('3jwthh4s','{"email":"jonas.bakke@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Thorvald Meyers gate 61","locality":"Oslo","postal_code":"0555","country":"NO","formatted":"Thorvald Meyers gate 61\n0555 Oslo"},"nationalId":{"number":"02028523456","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
INSERT INTO customer_profile VALUES('fbnribua','{"email":"amina.haugen@example.no","emailVerified":true,"address":{"name":"Hjemme","street_address":"Sannergata 6","locality":"Oslo","postal_code":"0557","country":"NO","formatted":"Sannergata 6\n0557 Oslo"},"nationalId":{"number":"03037934567","jurisdiction":"no","proofs":[{"source":"bankid","verifiedAt":1756719000000},{"source":"passport","verifiedAt":1756719000000}]}}');
CREATE TABLE payment (
  tid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  pos_id TEXT NOT NULL,
  pos_tid TEXT NOT NULL,
  code INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL,
  due_at INTEGER,
  customer_id TEXT,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  shortlink_id TEXT,
  log_seqs TEXT NOT NULL DEFAULT '',
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
INSERT INTO payment VALUES('pk88jx4dv1wy','kaffebar','kasse-1','made-1',2000,3,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-1","customer":"4798765432","max_scan_age":60,"line_items":[{"product_id":"cortado","description":null,"metadata":null,"tags":null,"vat_rate":"0.25","quantity":"2","vat":null,"item_cost":6250,"total":12500}],"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jx4dv1wy","merchantId":"kaffebar","lineItems":[{"product_id":"cortado","description":null,"metadata":null,"tags":null,"vat_rate":"0.25","quantity":"2","vat":null,"item_cost":6250,"total":12500}],"code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',1,2,3');
INSERT INTO payment VALUES('pk88jbm2v8q4','kaffebar','kasse-1','made-6',1003,1,1795436544757,1795436844757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-6","customer":"4798765432","max_scan_age":60,"text":"Two cortados and a cinnamon bun","callback_uri":"ws:kasse-1","expires_in":300}','{"tid":"pk88jbm2v8q4","merchantId":"kaffebar","callbackUri":"ws:kasse-1","code":1003,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795436844757,"expires":1795436844757,"customerId":"fu4mdm4z","opened":false,"seqno":0,"displaySeqno":0,"version":1}',NULL,',6');
INSERT INTO payment VALUES('pk88j8kk75bs','kaffebar','kasse-1','made-7',3008,3,1795436544757,1795695744757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-7","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88j8kk75bs","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"first-delivery","amount":8000,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',7,8,9');
INSERT INTO payment VALUES('pk88jq8r1p3g','kaffebar','kasse-1','made-8',3008,3,1795436544757,1795695744757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-8","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jq8r1p3g","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"one","amount":5000,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',10,11,12');
INSERT INTO payment VALUES('pk88j6ls58vr','kaffebar','kasse-1','made-17',2000,3,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-17","customer":"4798765432","max_scan_age":60,"callback_uri":"ws:till1","success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88j6ls58vr","merchantId":"kaffebar","callbackUri":"ws:till1","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',16,17,18');
INSERT INTO payment VALUES('pk88jz9rmxqr','kaffebar','kasse-1','made-18',1003,1,1795436544757,1795458144757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-18","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jz9rmxqr","merchantId":"kaffebar","code":1003,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795458144757,"customerId":"fu4mdm4z","opened":false,"seqno":0,"displaySeqno":0,"version":1}',NULL,',19');
INSERT INTO payment VALUES('pk88jjp7v5em','kaffebar','kasse-1','made-19',3008,2,1795436544757,1795695744757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-19","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jjp7v5em","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":1,"displaySeqno":0,"version":2}',NULL,',20,21');
INSERT INTO payment VALUES('pk88jceuo1n7','kaffebar','kasse-1','made-20',3008,3,1795436544757,1795695744757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-20","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jceuo1n7","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":"one","amount":5000,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',22,23,24');
INSERT INTO payment VALUES('pk88jbq8byap','kaffebar','kasse-1','made-21',2000,3,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-21","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jbq8byap","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',25,26,27');
INSERT INTO payment VALUES('pk88jwwtxq08','kaffebar','kasse-1','made-22',4019,2,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-22","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jwwtxq08","merchantId":"kaffebar","code":4019,"closedBy":"abort","additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795458144757,"customerId":"fu4mdm4z","opened":false,"seqno":1,"displaySeqno":0,"version":2}',NULL,',28,29');
INSERT INTO payment VALUES('pk88jx73y5ec','kaffebar','kasse-1','made-23',5006,2,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-23","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jx73y5ec","merchantId":"kaffebar","code":5006,"additionalAmount":0,"credit":false,"transactionFee":0,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795458144757,"customerId":"fu4mdm4z","opened":true,"seqno":1,"displaySeqno":0,"version":2}',NULL,',30,31');
INSERT INTO payment VALUES('pk88j2a44fau','kaffebar','kasse-1','made-27',2000,3,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-27","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88j2a44fau","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":3}',NULL,',39,40,41');
INSERT INTO payment VALUES('pk88jusm4za4','kaffebar','kasse-1','made-28',2000,4,1795436544757,NULL,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-28","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jusm4za4","merchantId":"kaffebar","code":2000,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[{"id":null,"amount":12500,"additionalAmount":0}],"refunds":[{"id":"one","amount":2500,"additionalAmount":0,"text":"Out of milk"}],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":2,"displaySeqno":0,"version":4}',NULL,',42,43,44,45');
INSERT INTO payment VALUES('pk88jxau8axf','kaffebar','kasse-1','made-29',3008,2,1795436544757,1795695744757,'fu4mdm4z','{"action":"sale","currency":"NOK","amount":12500,"additional_amount":0,"additional_edit":false,"allow_credit":false,"pos_id":"kasse-1","pos_tid":"made-29","customer":"4798765432","max_scan_age":60,"success_return_uri":"","failure_return_uri":"","expires_in":21600}','{"tid":"pk88jxau8axf","merchantId":"kaffebar","code":3008,"additionalAmount":0,"credit":false,"transactionFee":125,"interchangeFee":0,"captures":[],"refunds":[],"created":1795436544757,"modified":1795436544757,"requestExpires":1795458144757,"expires":1795695744757,"customerId":"fu4mdm4z","opened":true,"seqno":1,"displaySeqno":0,"version":2}',NULL,',46,47');
CREATE TABLE payment_permission (
  rid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL REFERENCES payment (tid)
) STRICT, WITHOUT ROWID;
CREATE TABLE shortlink (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  serial_number TEXT UNIQUE,
  callback_uri TEXT,
  label TEXT,
  is_active INTEGER NOT NULL,
  created INTEGER NOT NULL,
  seqno INTEGER NOT NULL
) STRICT;
INSERT INTO shortlink VALUES('lLuQW','kaffebar','0123456789012',NULL,'demo',1,0,0);
INSERT INTO shortlink VALUES('Eg8V5','kaffebar',NULL,'ws:counter','Counter by the door',1,1795436544757,1);
INSERT INTO shortlink VALUES('4cEm1','kaffebar',NULL,'https://till.example/scans','Counter',1,1795436544757,0);
INSERT INTO shortlink VALUES('kkp_t','kaffebar',NULL,'http://127.0.0.1:33657/scans',NULL,1,1795436544757,1);
INSERT INTO shortlink VALUES('_WhvS','kaffebar',NULL,'http://127.0.0.1:33657/scans',NULL,1,1795436544757,1);
CREATE TABLE shortlink_serial (
  serial_number TEXT PRIMARY KEY,
  merchant_id TEXT,
  shortlink_id TEXT
) STRICT;
INSERT INTO shortlink_serial VALUES('0123456789012','kaffebar','lLuQW');
INSERT INTO shortlink_serial VALUES('0123456789029',NULL,NULL);
INSERT INTO shortlink_serial VALUES('0123456789036',NULL,NULL);
CREATE TABLE scan (
  token TEXT PRIMARY KEY,
  message_id TEXT NOT NULL UNIQUE,
  merchant_id TEXT NOT NULL,
  shortlink_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  argstring TEXT NOT NULL,
  at INTEGER NOT NULL,
  seqno INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  consumed_by TEXT,
  held_by TEXT
) STRICT;
INSERT INTO scan VALUES('token:830437078018602327','OnieBLfBqhVW0euYZ5zmrt','kaffebar','Eg8V5','fu4mdm4z','table-7',1795436544757,0,1795522944757,NULL,NULL);
INSERT INTO scan VALUES('token:299496606406181963','5LvI6izaI0d7ifA0J-EM4z','kaffebar','PBYuD','fu4mdm4z','',1795436544757,0,1795522944757,NULL,NULL);
INSERT INTO scan VALUES('token:308322960188017510','BEvWfGD9N82-_8hScOLzgn','kaffebar','kkp_t','fu4mdm4z','',1795436544757,0,1795522944757,NULL,NULL);
INSERT INTO scan VALUES('token:780394942016312393','2zJp7AKzZ6vzEzRj5Xyykw','kaffebar','_WhvS','fu4mdm4z','table-7',1795436544757,0,1795522944757,NULL,NULL);
CREATE TABLE ticket (
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, tid)
) STRICT;
CREATE TABLE permission_request (
  rid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  pos_id TEXT NOT NULL,
  pos_tid TEXT NOT NULL,
  code INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  due_at INTEGER,
  customer_id TEXT,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  UNIQUE (merchant_id, pos_id, pos_tid)
) STRICT;
INSERT INTO permission_request VALUES('o9jz9je8rrrouugdouge8mpy0xatj5tk','kaffebar','kasse-1','made-2',1003,1,1795436544757,1795436544757,1795458144757,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-2","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}','{"rid":"o9jz9je8rrrouugdouge8mpy0xatj5tk","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":0,"version":1}');
INSERT INTO permission_request VALUES('pce0jjyxfw80cwvx3idwt8vtlcw962yx','kaffebar','kasse-1','made-13',1003,1,1795436544757,1795436544757,1795458144757,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-13","text":"Join the coffee club?","callback_uri":"ws:kasse-1","scope":"openid phone profile","expires_in":21600}','{"rid":"pce0jjyxfw80cwvx3idwt8vtlcw962yx","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":0,"version":1}');
INSERT INTO permission_request VALUES('0rpcnurjvds351dozk6q8ed15umugjab','kaffebar','kasse-1','made-14',2000,2,1795436544757,1795436544757,NULL,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-14","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}','{"rid":"0rpcnurjvds351dozk6q8ed15umugjab","merchantId":"kaffebar","code":2000,"grant":{"at":1795436544757,"scope":"openid phone profile","userInfo":{"phone_number":"4798765432","phone_number_verified":true,"name":"Ingrid Solheim"},"idToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6InlRc3BTYWlRZUFIb3NmRloiLCJ0eXAiOiJKV1QifQ.eyJhdXRoX3RpbWUiOjE3OTU0MzY1NDQsImlzcyI6Imh0dHA6Ly8xMjcuMC4wLjE6NDA5ODUiLCJzdWIiOiJiM3NUeGRWLXgwQllHUWg2cTNVcEFyM1J1RGptMUFQeiIsImF1ZCI6ImthZmZlYmFyIiwiaWF0IjoxNzk1NDM2NTQ0LCJleHAiOjE3OTU0NDAxNDR9.jH0ttAUjmmG3BnV9hIzslEs49yae5UBmm6FKO2WhXUoHvc-BrIqMKUu4YfQUbnxQfRU6LWmTM67QwLcsjMQqLLA0x3piu4Vf-El5uVlbBPdFobHMPfGPeFZAVnvDttVx58uDzldgvz02MlTyBoDtI3vmIPDoO10Y2oHwTl7lpZOG4zJ3tnGDfKze0MzmGaf5qlSAubfU45SU-CKxqYTClLfNKRb_pS8PnxWVuHj7ViGBpWBFvklIYNF8bByrKOKcoUNKL1zpE1SVZkGwHvq9Mcx-nTS0UR3lEX7CxRp1EXHpGB2B2-Tj-h7wbfxIDk4n-iBZqJ3WXBPhCr3430KI-Q","expires":1795440144757},"transactionFee":0,"currency":"NOK","created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":1,"version":2}');
INSERT INTO permission_request VALUES('yy4wirppetjil7ixnh8bgfm2z1490gcp','kaffebar','kasse-1','made-24',2000,2,1795436544757,1795436544757,NULL,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-24","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}','{"rid":"yy4wirppetjil7ixnh8bgfm2z1490gcp","merchantId":"kaffebar","code":2000,"grant":{"at":1795436544757,"scope":"openid phone profile","userInfo":{"phone_number":"4798765432","phone_number_verified":true,"name":"Ingrid Solheim"},"idToken":"eyJhbGciOiJSUzI1NiIsImtpZCI6InlRc3BTYWlRZUFIb3NmRloiLCJ0eXAiOiJKV1QifQ.eyJhdXRoX3RpbWUiOjE3OTU0MzY1NDQsImlzcyI6Imh0dHA6Ly8xMjcuMC4wLjE6NDA5ODUiLCJzdWIiOiJiM3NUeGRWLXgwQllHUWg2cTNVcEFyM1J1RGptMUFQeiIsImF1ZCI6ImthZmZlYmFyIiwiaWF0IjoxNzk1NDM2NTQ0LCJleHAiOjE3OTU0NDAxNDR9.jH0ttAUjmmG3BnV9hIzslEs49yae5UBmm6FKO2WhXUoHvc-BrIqMKUu4YfQUbnxQfRU6LWmTM67QwLcsjMQqLLA0x3piu4Vf-El5uVlbBPdFobHMPfGPeFZAVnvDttVx58uDzldgvz02MlTyBoDtI3vmIPDoO10Y2oHwTl7lpZOG4zJ3tnGDfKze0MzmGaf5qlSAubfU45SU-CKxqYTClLfNKRb_pS8PnxWVuHj7ViGBpWBFvklIYNF8bByrKOKcoUNKL1zpE1SVZkGwHvq9Mcx-nTS0UR3lEX7CxRp1EXHpGB2B2-Tj-h7wbfxIDk4n-iBZqJ3WXBPhCr3430KI-Q","expires":1795440144757},"transactionFee":0,"currency":"NOK","created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":1,"version":2}');
INSERT INTO permission_request VALUES('kjfa6tbhqmgzgh0tu89xfn9h91rp6uyw','kaffebar','kasse-1','made-25',5006,2,1795436544757,1795436544757,NULL,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-25","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}','{"rid":"kjfa6tbhqmgzgh0tu89xfn9h91rp6uyw","merchantId":"kaffebar","code":5006,"grant":null,"transactionFee":0,"currency":null,"created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":1,"version":2}');
INSERT INTO permission_request VALUES('k8eawif9jh7l42hz8h88h0v011yzucnf','kaffebar','kasse-1','made-26',1003,1,1795436544757,1795436544757,1795458144757,'fu4mdm4z','{"customer":"4798765432","pos_id":"kasse-1","pos_tid":"made-26","text":null,"callback_uri":null,"scope":"openid phone profile","expires_in":21600}','{"rid":"k8eawif9jh7l42hz8h88h0v011yzucnf","merchantId":"kaffebar","code":1003,"grant":null,"transactionFee":0,"currency":null,"created":1795436544757,"modified":1795436544757,"expires":1795458144757,"customerId":"fu4mdm4z","seqno":0,"version":1}');
CREATE TABLE oauth_client (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  name TEXT NOT NULL,
  secret_hash TEXT,
  redirect_uris TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;
INSERT INTO oauth_client VALUES('app-n72ayamr','kaffebar','Kaffebaren Fordel','$scrypt$ln=10,r=8,p=1$W0yzO+aQArBYgdZ2GGQ8EQ$nrLOXw85z797L6Zt2T1SDTz7qcdvLM6Ob/iJBiji2TY','["http://127.0.0.1:4700/callback"]',1);
CREATE TABLE oauth_request (
  id TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  customer_id TEXT,
  login_hash TEXT,
  tries INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT;
INSERT INTO oauth_request VALUES('0EMMs8C_Uzg8ro7GVEqp4w','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}',NULL,'Uliqfze7JEyOTCbBP-i9ferFWlbUwnbKT3JCcZlpPZw',0,0,1795437444757);
INSERT INTO oauth_request VALUES('eFlGeOt2akoDaOdjVnwLzX','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}','fu4mdm4z','ICENnJD6oiq05RUoRyMhJRlBqzPQLhX6UrZOBwL2wH4',0,1,1795437444757);
INSERT INTO oauth_request VALUES('9IdP4u3J849ENnRsmgwtWB','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}','fu4mdm4z',NULL,0,0,1795437444757);
INSERT INTO oauth_request VALUES('I8Mx09dkbvjCDUScK-N60J','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}','fu4mdm4z',NULL,0,1,1795437444757);
INSERT INTO oauth_request VALUES('VhPKmve3DfY_UIOedEt27Y','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}','fu4mdm4z',NULL,0,1,1795437444757);
INSERT INTO oauth_request VALUES('_LezYcvXTfIjzdkR1z5oac','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}',NULL,'mjdEsrnbnZAiQDnrZUx8HBRtR1VJppoobi1U8O9Yy84',0,0,1795437444757);
INSERT INTO oauth_request VALUES('Kg70bPQOvbIlWD6I0D0rKn','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null}','fu4mdm4z','oKS2kG_hKGxsEXz81NCDZi7HqIaQyCEixZ805yZFXSY',0,1,1795437444757);
INSERT INTO oauth_request VALUES('ANSCWRxdD6jK-w62ZfR9Fn','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null}','fu4mdm4z',NULL,0,0,1795437444757);
CREATE TABLE oauth_code (
  hash TEXT PRIMARY KEY,
  body TEXT NOT NULL,
  used INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  keep_until INTEGER NOT NULL
) STRICT;
INSERT INTO oauth_code VALUES('8A1F2FzGTpmRKl9t9mgl7QNyg3tIg_ntn4gwMEWsAZE','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null,"grantId":"jxcl9et9rfrw96opxw2bdhis3s1u40lw","customerId":"fu4mdm4z","authTime":1795436544757}',0,1795436604757,1803212544757);
INSERT INTO oauth_code VALUES('Y6fOEApE6y5eUcstxCQp6Y5t8vIocmCRufBmv6u6x44','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"openid profile","state":"f81d4fae","nonce":null,"challenge":null,"grantId":"5jq6bb6jj6if7lwiirq2ma9yy1xh5rt7","customerId":"fu4mdm4z","authTime":1795436544757}',0,1795436604757,1803212544757);
INSERT INTO oauth_code VALUES('XlpKfjmGxe_GQlpAHC6BMAxActYPEgJGVt3_9muqTzo','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"email openid profile","state":"f81d4fae","nonce":null,"challenge":null,"grantId":"ecfyk6td9x3xyot37626m880gy79wdy4","customerId":"fu4mdm4z","authTime":1795436544757}',1,1795436604757,1803212544757);
INSERT INTO oauth_code VALUES('zp356EOA9lnDbJGsQy5WBrlSuWkbAZ-gwVX8-9wlpjU','{"clientId":"app-n72ayamr","merchantId":"kaffebar","redirectUri":"http://127.0.0.1:4700/callback","redirectGiven":true,"scope":"address bankid email fodselsnummer openid phone profile shipping_address","state":"of-my-own","nonce":null,"challenge":null,"grantId":"5h7gr11ga56034ntlwirdm6qi3rykaee","customerId":"fu4mdm4z","authTime":1795436544757}',1,1795436604757,1803212544757);
CREATE TABLE oauth_token (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  grant_id TEXT NOT NULL,
  client_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  issued INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  revoked INTEGER NOT NULL
) STRICT;
INSERT INTO oauth_token VALUES('uBSnWyYc5KzaGvwlw6R3jfi1derX7pzvXSOTJY7bo9U','access','0rpcnurjvds351dozk6q8ed15umugjab','kaffebar','kaffebar','fu4mdm4z','openid phone profile',1795436544757,1795440144757,0);
INSERT INTO oauth_token VALUES('4YwRI3JbpmvIGhC1ep606v1DkOI7Bg-O-FUnl5zx7uY','refresh','0rpcnurjvds351dozk6q8ed15umugjab','kaffebar','kaffebar','fu4mdm4z','openid phone profile',1795436544757,1803212544757,0);
INSERT INTO oauth_token VALUES('CnlRK0Unz0DXq1_fsb6WPHMOS3qoFciwvjPlttdwtfE','access','yy4wirppetjil7ixnh8bgfm2z1490gcp','kaffebar','kaffebar','fu4mdm4z','openid phone profile',1795436544757,1795440144757,0);
INSERT INTO oauth_token VALUES('x-LTdScqdX9KRtfeLqZcx03oO2sQ9681l1aTJ74OJ8A','refresh','yy4wirppetjil7ixnh8bgfm2z1490gcp','kaffebar','kaffebar','fu4mdm4z','openid phone profile',1795436544757,1803212544757,0);
INSERT INTO oauth_token VALUES('a1m2Q6fHI8y_0UvSHpboMubk1cCvg2ei9N8_hXlBa3I','access','ecfyk6td9x3xyot37626m880gy79wdy4','app-n72ayamr','kaffebar','fu4mdm4z','email openid profile',1795436544757,1795440144757,0);
INSERT INTO oauth_token VALUES('hQ7O-mgD90GTVwP-wop2JKT6KHd39FPS1zXIIndIk3U','refresh','ecfyk6td9x3xyot37626m880gy79wdy4','app-n72ayamr','kaffebar','fu4mdm4z','email openid profile',1795436544757,1803212544757,0);
INSERT INTO oauth_token VALUES('UyjW5zOW7-RQ8DE8_U_fnPL_zL6kYceTTacrn8PKc_4','access','5h7gr11ga56034ntlwirdm6qi3rykaee','app-n72ayamr','kaffebar','fu4mdm4z','address bankid email fodselsnummer openid phone profile shipping_address',1795436544757,1795440144757,0);
INSERT INTO oauth_token VALUES('2ghPiNcCceTWdEvnTJJVue6urR0gEOs-RL9W5VosMRg','refresh','5h7gr11ga56034ntlwirdm6qi3rykaee','app-n72ayamr','kaffebar','fu4mdm4z','address bankid email fodselsnummer openid phone profile shipping_address',1795436544757,1803212544757,0);
CREATE TABLE attachment_use (
  hash TEXT PRIMARY KEY,
  expires INTEGER NOT NULL
) STRICT;
INSERT INTO attachment_use VALUES('1u4FpDua-tX5jKTg8YVQfhlGYB4h6ZUiv7ZscBBycjY',1795440144757);
CREATE TABLE attachment (
  id TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL,
  position INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (merchant_id, tid, position)
) STRICT;
INSERT INTO attachment VALUES('AtXa04LH73x5DeqH_P2d2M','kaffebar','pk88j2a44fau',0,'image/png',513,1795436544757,X'89504e470d0a1a0a0000000d49484452000000600000006008020000006dfae06f000001c849444154789ceddcc17103310c4351d79226524c6a4f0739e79c0e6289044178fc677896a037dcddc34a7afcfe7c53ffd4633d4178010410400001145c00010410400005d732d0d7e7c7d37a3ba013941c2c1f50c76551ca01a4a53133cd02cdd1d898a6803c3406263d907661eb4c62a0d165ac1829816cd19d463220ff0bc233a306c8ffeeb44d2d005ad43104e802f593a99e9421a3165027d3e1274932e60e502dcdad8b6a7c37d0968edf480964a0e94ce7034ad0b1198d03cde914e6750045e9188c0440bb3ab7196681cec339756e6358814274aec24c0125b7cf5c13b580a274869a480cb4ab739e4a0f548e9209746e54070a7cbeae822d00add35c6503c808540e910c746854044ad6d136114000010410400001041040002981c28dca4b2802bd5c13a9da07202f50885127bf1228b689cae15b402ff49409db87df3ec3406946cdd85da0fc2692b70f9b17d4406c7f5136d19b6ea04a331ad56113e70c50889141878de463408b464e1d0eb30c034932f55de67438506701da359a9e9a43bd2ea093f7eecb4dc4c5027620f9f75b3b5a04506d61fd1a5a08d7e3ac024d3319c27345570c9044ca9f966b02b381f20b2080000208a0e002082080000228b8007a527f415ca5e3145e59180000000049454e44ae426082');
CREATE TABLE channel (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;
INSERT INTO channel VALUES('kaffebar','till1',2);
CREATE TABLE channel_event (
  merchant_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  message TEXT NOT NULL,
  trace TEXT,
  PRIMARY KEY (merchant_id, channel, seq)
) STRICT;
INSERT INTO channel_event VALUES('kaffebar','till1',1,1795436544757,'{"meta":{"id":"SOh1RQuyMuRL23sPPdiJ7F","event":"payment_authorized","uri":"http://127.0.0.1:40985/merchant/v1/payment_request/pk88j6ls58vr/outcome/","seqno":0,"labels":["timeline"],"context":"ctx:SOh1RQuyMuRL23sPPdiJ7F","timestamp":"2026-11-23 12:22:24"},"object":{"tid":"pk88j6ls58vr","pos_id":"kasse-1","pos_tid":"made-17","currency":"NOK","amount":12500,"additional_amount":0,"auth_amount":12500,"auth_additional_amount":0,"captures":[],"refunds":[],"status":"auth","status_code":3008,"customer":"4798765432","date_modified":"2026-11-23 12:22:24","date_expires":"2026-11-26 12:22:24","credit":false,"interchange_fee":0,"transaction_fee":125,"attachment_uri":"http://127.0.0.1:40985/merchant/v1/attachment/pk88j6ls58vr.mwtape2d.rWMO28krkmwWRH6u3OaiLw.JDUDzPy2JHmuf4kQm6dWtD6b3wn0gW1qJc6xbReBdk4/","permissions":null}}',NULL);
INSERT INTO channel_event VALUES('kaffebar','till1',2,1795436544757,'{"meta":{"id":"WUAT8vQn6giW1qrWUDkS6q","event":"payment_captured","uri":"http://127.0.0.1:40985/merchant/v1/payment_request/pk88j6ls58vr/outcome/","seqno":1,"labels":["timeline"],"context":"ctx:WUAT8vQn6giW1qrWUDkS6q","timestamp":"2026-11-23 12:22:24"},"object":{"tid":"pk88j6ls58vr","pos_id":"kasse-1","pos_tid":"made-17","currency":"NOK","amount":12500,"additional_amount":0,"auth_amount":0,"auth_additional_amount":0,"captures":[{"id":null,"amount":12500,"additional_amount":0}],"refunds":[],"status":"ok","status_code":2000,"customer":"4798765432","date_modified":"2026-11-23 12:22:24","date_expires":"2026-11-26 12:22:24","credit":false,"interchange_fee":0,"transaction_fee":125,"attachment_uri":"http://127.0.0.1:40985/merchant/v1/attachment/pk88j6ls58vr.mwtape2d.kSB-kHZAudAGplggBPpU1q.ELEk71458kBK0dl8ZtS6XIFeJ2F1TpshgJoPJ2u9llo/","permissions":null}}',NULL);
CREATE TABLE delivery_queue (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_ord INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;
INSERT INTO delivery_queue VALUES('kaffebar','shortlink/Eg8V5',1,1795436544757);
INSERT INTO delivery_queue VALUES('kaffebar','shortlink/PBYuD',1,1795436544757);
INSERT INTO delivery_queue VALUES('kaffebar','shortlink/kkp_t',1,1795436544757);
INSERT INTO delivery_queue VALUES('kaffebar','shortlink/_WhvS',1,1795436544757);
CREATE TABLE delivery (
  merchant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  resource TEXT NOT NULL,
  queue TEXT NOT NULL,
  ord INTEGER NOT NULL,
  uri TEXT NOT NULL,
  host TEXT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  due_at INTEGER,
  lease TEXT,
  lease_until INTEGER,
  answer TEXT,
  trace TEXT,
  PRIMARY KEY (merchant_id, id)
) STRICT;
INSERT INTO delivery VALUES('kaffebar','OnieBLfBqhVW0euYZ5zmrt','scan','shortlink/Eg8V5','shortlink/Eg8V5',1,'http://127.0.0.1:33657/scans','127.0.0.1:33657','shortlink_scanned','{"meta":{"id":"OnieBLfBqhVW0euYZ5zmrt","event":"shortlink_scanned","uri":"http://127.0.0.1:40985/merchant/v1/shortlink/Eg8V5/scan/OnieBLfBqhVW0euYZ5zmrt/","seqno":0,"labels":[],"context":"ctx:OnieBLfBqhVW0euYZ5zmrt","timestamp":"2026-11-23 12:22:24"}}',1795436544757,'delivered',1,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO delivery VALUES('kaffebar','5LvI6izaI0d7ifA0J-EM4z','scan','shortlink/PBYuD','shortlink/PBYuD',1,'http://127.0.0.1:33657/scans','127.0.0.1:33657','shortlink_scanned','{"meta":{"id":"5LvI6izaI0d7ifA0J-EM4z","event":"shortlink_scanned","uri":"http://127.0.0.1:40985/merchant/v1/shortlink/PBYuD/scan/5LvI6izaI0d7ifA0J-EM4z/","seqno":0,"labels":[],"context":"ctx:5LvI6izaI0d7ifA0J-EM4z","timestamp":"2026-11-23 12:22:24"}}',1795436544757,'delivered',1,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO delivery VALUES('kaffebar','BEvWfGD9N82-_8hScOLzgn','scan','shortlink/kkp_t','shortlink/kkp_t',1,'http://127.0.0.1:33657/scans','127.0.0.1:33657','shortlink_scanned','{"meta":{"id":"BEvWfGD9N82-_8hScOLzgn","event":"shortlink_scanned","uri":"http://127.0.0.1:40985/merchant/v1/shortlink/kkp_t/scan/BEvWfGD9N82-_8hScOLzgn/","seqno":0,"labels":[],"context":"ctx:BEvWfGD9N82-_8hScOLzgn","timestamp":"2026-11-23 12:22:24"}}',1795436544757,'delivered',1,1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO delivery VALUES('kaffebar','2zJp7AKzZ6vzEzRj5Xyykw','scan','shortlink/_WhvS','shortlink/_WhvS',1,'http://127.0.0.1:33657/scans','127.0.0.1:33657','shortlink_scanned','{"meta":{"id":"2zJp7AKzZ6vzEzRj5Xyykw","event":"shortlink_scanned","uri":"http://127.0.0.1:40985/merchant/v1/shortlink/_WhvS/scan/2zJp7AKzZ6vzEzRj5Xyykw/","seqno":0,"labels":[],"context":"ctx:2zJp7AKzZ6vzEzRj5Xyykw","timestamp":"2026-11-23 12:22:24"}}',1795436544757,'delivered',1,1,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE delivery_attempt (
  merchant_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  duration INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, delivery_id, number)
) STRICT;
INSERT INTO delivery_attempt VALUES('kaffebar','OnieBLfBqhVW0euYZ5zmrt',1,1795436544757,204,NULL,9);
INSERT INTO delivery_attempt VALUES('kaffebar','5LvI6izaI0d7ifA0J-EM4z',1,1795436544757,204,NULL,5);
INSERT INTO delivery_attempt VALUES('kaffebar','BEvWfGD9N82-_8hScOLzgn',1,1795436544757,204,NULL,4);
INSERT INTO delivery_attempt VALUES('kaffebar','2zJp7AKzZ6vzEzRj5Xyykw',1,1795436544757,204,NULL,8);
CREATE TABLE ledger_book (
  merchant_id TEXT PRIMARY KEY,
  last_seq INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_book VALUES('kaffebar',47);
CREATE TABLE transaction_log (
  merchant_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  tid TEXT NOT NULL,
  sub_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  type TEXT NOT NULL,
  customer TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  additional_amount INTEGER NOT NULL,
  gross INTEGER,
  fee INTEGER,
  interchange INTEGER,
  vat INTEGER,
  taxcode TEXT,
  net INTEGER,
  PRIMARY KEY (merchant_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO transaction_log VALUES('kaffebar',1,'pk88jx4dv1wy','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',2,'pk88jx4dv1wy','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',3,'pk88jx4dv1wy','',1795436544757,'capture','','4798765432','NOK',12500,0,12500,125,0,0,'NO:2013',12375);
INSERT INTO transaction_log VALUES('kaffebar',6,'pk88jbm2v8q4','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',7,'pk88j8kk75bs','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',8,'pk88j8kk75bs','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',9,'pk88j8kk75bs','first-delivery',1795436544757,'capture','','4798765432','NOK',8000,0,8000,80,0,0,'NO:2013',7920);
INSERT INTO transaction_log VALUES('kaffebar',10,'pk88jq8r1p3g','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',11,'pk88jq8r1p3g','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',12,'pk88jq8r1p3g','one',1795436544757,'capture','','4798765432','NOK',5000,0,5000,50,0,0,'NO:2013',4950);
INSERT INTO transaction_log VALUES('kaffebar',16,'pk88j6ls58vr','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',17,'pk88j6ls58vr','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',18,'pk88j6ls58vr','',1795436544757,'capture','','4798765432','NOK',12500,0,12500,125,0,0,'NO:2013',12375);
INSERT INTO transaction_log VALUES('kaffebar',19,'pk88jz9rmxqr','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',20,'pk88jjp7v5em','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',21,'pk88jjp7v5em','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',22,'pk88jceuo1n7','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',23,'pk88jceuo1n7','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',24,'pk88jceuo1n7','one',1795436544757,'capture','','4798765432','NOK',5000,0,5000,50,0,0,'NO:2013',4950);
INSERT INTO transaction_log VALUES('kaffebar',25,'pk88jbq8byap','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',26,'pk88jbq8byap','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',27,'pk88jbq8byap','',1795436544757,'capture','','4798765432','NOK',12500,0,12500,125,0,0,'NO:2013',12375);
INSERT INTO transaction_log VALUES('kaffebar',28,'pk88jwwtxq08','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',29,'pk88jwwtxq08','',1795436544757,'abort','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',30,'pk88jx73y5ec','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',31,'pk88jx73y5ec','',1795436544757,'fail','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',39,'pk88j2a44fau','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',40,'pk88j2a44fau','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',41,'pk88j2a44fau','',1795436544757,'capture','','4798765432','NOK',12500,0,12500,125,0,0,'NO:2013',12375);
INSERT INTO transaction_log VALUES('kaffebar',42,'pk88jusm4za4','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',43,'pk88jusm4za4','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',44,'pk88jusm4za4','',1795436544757,'capture','','4798765432','NOK',12500,0,12500,125,0,0,'NO:2013',12375);
INSERT INTO transaction_log VALUES('kaffebar',45,'pk88jusm4za4','one',1795436544757,'refund','','4798765432','NOK',2500,0,-2500,0,0,0,'NO:2013',-2500);
INSERT INTO transaction_log VALUES('kaffebar',46,'pk88jxau8axf','',1795436544757,'request','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO transaction_log VALUES('kaffebar',47,'pk88jxau8axf','',1795436544757,'auth','','4798765432','NOK',12500,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE ledger_transaction (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (merchant_id, currency, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',3,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',4,1795436544757,'payout');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',9,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',12,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',18,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',24,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',27,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',41,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',44,1795436544757,'capture');
INSERT INTO ledger_transaction VALUES('kaffebar','NOK',45,1795436544757,'refund');
CREATE TABLE ledger_entry (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  seq INTEGER NOT NULL,
  account TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (merchant_id, currency, seq, account),
  FOREIGN KEY (merchant_id, currency, seq)
    REFERENCES ledger_transaction (merchant_id, currency, seq) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;
INSERT INTO ledger_entry VALUES('kaffebar','NOK',3,'customers',-12500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',3,'fee_transaction',125);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',3,'payable',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',4,'payable',-12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',4,'payout',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',9,'customers',-8000);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',9,'fee_transaction',80);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',9,'payable',7920);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',12,'customers',-5000);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',12,'fee_transaction',50);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',12,'payable',4950);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',18,'customers',-12500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',18,'fee_transaction',125);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',18,'payable',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',24,'customers',-5000);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',24,'fee_transaction',50);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',24,'payable',4950);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',27,'customers',-12500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',27,'fee_transaction',125);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',27,'payable',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',41,'customers',-12500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',41,'fee_transaction',125);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',41,'payable',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',44,'customers',-12500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',44,'fee_transaction',125);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',44,'payable',12375);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',45,'payable',-2500);
INSERT INTO ledger_entry VALUES('kaffebar','NOK',45,'refunds',2500);
CREATE TABLE scope_log (
  merchant_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  rid TEXT NOT NULL,
  at INTEGER NOT NULL,
  status TEXT NOT NULL,
  customer TEXT NOT NULL,
  currency TEXT NOT NULL,
  fee INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  taxcode TEXT NOT NULL,
  PRIMARY KEY (merchant_id, seq)
) STRICT;
INSERT INTO scope_log VALUES('kaffebar',5,'o9jz9je8rrrouugdouge8mpy0xatj5tk',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',13,'pce0jjyxfw80cwvx3idwt8vtlcw962yx',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',14,'0rpcnurjvds351dozk6q8ed15umugjab',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',15,'0rpcnurjvds351dozk6q8ed15umugjab',1795436544757,'ok','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',32,'yy4wirppetjil7ixnh8bgfm2z1490gcp',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',33,'yy4wirppetjil7ixnh8bgfm2z1490gcp',1795436544757,'ok','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',34,'kjfa6tbhqmgzgh0tu89xfn9h91rp6uyw',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',35,'kjfa6tbhqmgzgh0tu89xfn9h91rp6uyw',1795436544757,'ok','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',36,'k8eawif9jh7l42hz8h88h0v011yzucnf',1795436544757,'pending','4798765432','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',37,'ecfyk6td9x3xyot37626m880gy79wdy4',1795436544757,'ok','b3sTxdV-x0BYGQh6q3UpAr3RuDjm1APz','NOK',0,0,'NO:2013');
INSERT INTO scope_log VALUES('kaffebar',38,'5h7gr11ga56034ntlwirdm6qi3rykaee',1795436544757,'ok','b3sTxdV-x0BYGQh6q3UpAr3RuDjm1APz','NOK',0,0,'NO:2013');
CREATE TABLE sales_line (
  merchant_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  product_id TEXT NOT NULL,
  description TEXT NOT NULL,
  currency TEXT NOT NULL,
  vat_rate INTEGER NOT NULL,
  total INTEGER NOT NULL,
  vat INTEGER NOT NULL,
  quantity REAL NOT NULL,
  PRIMARY KEY (merchant_id, at, seq, line)
) STRICT, WITHOUT ROWID;
INSERT INTO sales_line VALUES('kaffebar',1795436544757,2,0,'reserved','cortado','','NOK',2500,12500,2500,2.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,3,0,'capture','cortado','','NOK',2500,12500,2500,2.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,8,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,9,0,'capture','unspecified','','NOK',0,8000,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,11,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,12,0,'capture','unspecified','','NOK',0,5000,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,17,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,18,0,'capture','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,21,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,23,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,24,0,'capture','unspecified','','NOK',0,5000,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,26,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,27,0,'capture','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,40,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,41,0,'capture','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,43,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,44,0,'capture','unspecified','','NOK',0,12500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,45,0,'refund','unspecified','','NOK',0,2500,0,1.0);
INSERT INTO sales_line VALUES('kaffebar',1795436544757,47,0,'reserved','unspecified','','NOK',0,12500,0,1.0);
CREATE TABLE settlement_schedule (
  merchant_id TEXT NOT NULL,
  currency TEXT NOT NULL,
  opened INTEGER NOT NULL,
  next_at INTEGER,
  PRIMARY KEY (merchant_id, currency)
) STRICT;
INSERT INTO settlement_schedule VALUES('bokkafe1','NOK',1795436544757,1795474800000);
INSERT INTO settlement_schedule VALUES('kaffebar','NOK',1795436544757,1795474800000);
CREATE TABLE settlement (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  currency TEXT NOT NULL,
  created INTEGER NOT NULL,
  to_seq INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT;
INSERT INTO settlement VALUES('bokkafe1',1,'NOK',1795436544757,0,'{"merchantId":"bokkafe1","currency":"NOK","number":1,"accountId":"bokkafe1.NOK","payoutAccount":null,"created":1795436544757,"start":1795436544757,"end":1795436544758,"fromSeq":0,"toSeq":0,"sums":{"totals":{"amount":0,"additionalAmount":0,"captures":0,"refunds":0,"captureCount":0,"refundCount":0,"transactionFee":0,"transactionFeeVat":0,"interchange":0,"scopeFee":0,"scopeFeeVat":0,"scopeCount":0},"settlementFee":0,"settlementFeeVat":0,"taxCode":"NO:2013","gross":0,"net":0,"before":0,"payout":0,"after":0},"chunks":{"transaction":[],"scope":[]}}');
INSERT INTO settlement VALUES('kaffebar',1,'NOK',1795436544757,3,'{"merchantId":"kaffebar","currency":"NOK","number":1,"accountId":"kaffebar.NOK","payoutAccount":null,"created":1795436544757,"start":1795436544757,"end":1795436544758,"fromSeq":0,"toSeq":3,"sums":{"totals":{"amount":12500,"additionalAmount":0,"captures":12500,"refunds":0,"captureCount":1,"refundCount":0,"transactionFee":125,"transactionFeeVat":0,"interchange":0,"scopeFee":0,"scopeFeeVat":0,"scopeCount":0},"settlementFee":0,"settlementFeeVat":0,"taxCode":"NO:2013","gross":12500,"net":12375,"before":0,"payout":12375,"after":0},"chunks":{"transaction":[""],"scope":[]}}');
CREATE TABLE settlement_line (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  log TEXT NOT NULL,
  line_key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number, log, line_key, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO settlement_line VALUES('kaffebar',1,'transaction','pk88jx4dv1wy',3);
CREATE TABLE ledger_report (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT;
CREATE INDEX merchant_lookup_by_merchant ON merchant_lookup (merchant_id);
CREATE INDEX api_user_by_id ON api_user (id, merchant_id);
CREATE INDEX used_signature_by_expiry ON used_signature (expires);
CREATE INDEX pairing_by_pos ON pairing (merchant_id, pos_id);
CREATE INDEX pairing_by_time ON pairing (merchant_id, created DESC, id);
CREATE INDEX customer_session_by_expiry ON customer_session (expires);
CREATE INDEX payment_by_creation ON payment (merchant_id, created, tid);
CREATE INDEX payment_by_due ON payment (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX payment_by_customer ON payment (customer_id, created) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_of_unknown ON payment (tid) WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX payment_listening ON payment (shortlink_id, created)
  WHERE shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003;
CREATE INDEX shortlink_by_merchant ON shortlink (merchant_id, id);
CREATE INDEX scan_free ON scan (merchant_id, shortlink_id, at, seqno) WHERE consumed_by IS NULL;
CREATE INDEX scan_by_expiry ON scan (expires);
CREATE INDEX permission_by_due ON permission_request (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX permission_by_customer ON permission_request (customer_id, created)
  WHERE customer_id IS NOT NULL;
CREATE INDEX permission_of_unknown ON permission_request (rid)
  WHERE customer_id IS NULL AND code = 4004;
CREATE INDEX permission_by_creation ON permission_request (merchant_id, created, rid);
CREATE INDEX oauth_client_by_merchant ON oauth_client (merchant_id, id);
CREATE INDEX oauth_request_by_expiry ON oauth_request (expires);
CREATE INDEX oauth_code_by_expiry ON oauth_code (keep_until);
CREATE INDEX oauth_token_by_client ON oauth_token (client_id);
CREATE INDEX oauth_token_by_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires);
CREATE INDEX attachment_use_by_expiry ON attachment_use (expires);
CREATE INDEX channel_event_by_age ON channel_event (at);
CREATE INDEX delivery_queue_by_age ON delivery_queue (at);
CREATE INDEX delivery_by_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_queue ON delivery (merchant_id, queue, ord) WHERE state = 'open';
CREATE INDEX delivery_by_creation ON delivery (merchant_id, created, id);
CREATE INDEX delivery_by_resource ON delivery (merchant_id, resource, created, id);
CREATE INDEX delivery_by_age ON delivery (created) WHERE state <> 'open';
CREATE INDEX delivery_by_state ON delivery (merchant_id, state, created, id)
  WHERE state <> 'delivered';
CREATE INDEX delivery_by_host ON delivery (host, due_at, created) WHERE due_at IS NOT NULL;
CREATE TRIGGER transaction_log_no_update BEFORE UPDATE ON transaction_log
WHEN NEW.customer NOT LIKE 'erased:%' OR (NEW.merchant_id, NEW.seq, NEW.tid, NEW.sub_id, NEW.at, NEW.action, NEW.type, NEW.currency, NEW.amount,
  NEW.additional_amount, NEW.gross, NEW.fee, NEW.interchange, NEW.vat, NEW.taxcode, NEW.net) IS NOT (OLD.merchant_id, OLD.seq, OLD.tid, OLD.sub_id, OLD.at, OLD.action, OLD.type, OLD.currency, OLD.amount,
  OLD.additional_amount, OLD.gross, OLD.fee, OLD.interchange, OLD.vat, OLD.taxcode, OLD.net)
BEGIN SELECT RAISE(ABORT, 'transaction_log is append-only'); END;
CREATE TRIGGER transaction_log_no_delete BEFORE DELETE ON transaction_log
BEGIN SELECT RAISE(ABORT, 'transaction_log is append-only'); END;
CREATE TRIGGER ledger_transaction_balanced BEFORE INSERT ON ledger_transaction
WHEN (SELECT COALESCE(SUM(entry.amount), 1) FROM ledger_entry AS entry
  WHERE entry.merchant_id = NEW.merchant_id AND entry.currency = NEW.currency
    AND entry.seq = NEW.seq) <> 0
BEGIN SELECT RAISE(ABORT, 'a transaction of the ledger must have entries that add up to zero'); END;
CREATE TRIGGER ledger_transaction_no_update BEFORE UPDATE ON ledger_transaction
BEGIN SELECT RAISE(ABORT, 'ledger_transaction is append-only'); END;
CREATE TRIGGER ledger_transaction_no_delete BEFORE DELETE ON ledger_transaction
BEGIN SELECT RAISE(ABORT, 'ledger_transaction is append-only'); END;
CREATE TRIGGER ledger_entry_open BEFORE INSERT ON ledger_entry
WHEN EXISTS (SELECT 1 FROM ledger_transaction AS closed
  WHERE closed.merchant_id = NEW.merchant_id AND closed.currency = NEW.currency
    AND closed.seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'this transaction of the ledger is closed'); END;
CREATE TRIGGER ledger_entry_no_update BEFORE UPDATE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END;
CREATE TRIGGER ledger_entry_no_delete BEFORE DELETE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'ledger_entry is append-only'); END;
CREATE INDEX scope_log_of_money ON scope_log (merchant_id, currency, seq) WHERE fee <> 0;
CREATE TRIGGER scope_log_no_update BEFORE UPDATE ON scope_log
WHEN NEW.customer NOT LIKE 'erased:%' OR (NEW.merchant_id, NEW.seq, NEW.rid, NEW.at, NEW.status, NEW.currency, NEW.fee, NEW.vat, NEW.taxcode) IS NOT (OLD.merchant_id, OLD.seq, OLD.rid, OLD.at, OLD.status, OLD.currency, OLD.fee, OLD.vat, OLD.taxcode)
BEGIN SELECT RAISE(ABORT, 'scope_log is append-only'); END;
CREATE TRIGGER scope_log_no_delete BEFORE DELETE ON scope_log
BEGIN SELECT RAISE(ABORT, 'scope_log is append-only'); END;
CREATE TRIGGER sales_line_no_update BEFORE UPDATE ON sales_line
BEGIN SELECT RAISE(ABORT, 'sales_line is append-only'); END;
CREATE TRIGGER sales_line_no_delete BEFORE DELETE ON sales_line
BEGIN SELECT RAISE(ABORT, 'sales_line is append-only'); END;
CREATE INDEX settlement_schedule_by_time ON settlement_schedule (next_at, merchant_id, currency);
CREATE INDEX settlement_by_currency ON settlement (merchant_id, currency, number);
CREATE INDEX settlement_by_time ON settlement (merchant_id, currency, created, number);
CREATE TRIGGER settlement_no_update BEFORE UPDATE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlement is append-only'); END;
CREATE TRIGGER settlement_no_delete BEFORE DELETE ON settlement
BEGIN SELECT RAISE(ABORT, 'settlement is append-only'); END;
CREATE TRIGGER settlement_line_no_update BEFORE UPDATE ON settlement_line
BEGIN SELECT RAISE(ABORT, 'settlement_line is append-only'); END;
CREATE TRIGGER settlement_line_no_delete BEFORE DELETE ON settlement_line
BEGIN SELECT RAISE(ABORT, 'settlement_line is append-only'); END;
COMMIT;
