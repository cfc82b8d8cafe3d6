import './choose.ts';
import '../payments/payments.test.ts';
import '../settlements/settlements.test.ts';
import '../settlements/auditor.test.ts';
import '../permissions/permissions.test.ts';
import '../shortlinks/matching.test.ts';
