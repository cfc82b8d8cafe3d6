import './choose.ts';
import '../../service/api/endpoints/payments.test.ts';
import '../../conformance/outcome.test.ts';
import '../../service/api/endpoints/settlements.test.ts';
import '../../service/api/endpoints/users.test.ts';
import '../../service/oauth/mount.test.ts';
