import './choose.ts';
import '../../service/payments/payments.test.ts';
import '../../service/settlements/settlements.test.ts';
import '../../conformance/ledger-audit.test.ts';
import '../../service/permissions/permissions.test.ts';
import '../../service/payments/match-scans.test.ts';
