import './choose.ts';
import '../api/payment-request.test.ts';
import '../api/outcome.test.ts';
import '../api/settlement.test.ts';
import '../api/user.test.ts';
import '../oauth/flow.test.ts';
