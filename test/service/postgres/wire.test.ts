import './choose.ts';
import '../http/payment-request.test.ts';
import '../http/outcome.test.ts';
import '../http/settlement.test.ts';
import '../http/user.test.ts';
import '../oauth/flow.test.ts';
