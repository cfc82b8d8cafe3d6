import './choose.ts';
import '../deliver/dispatcher.test.ts';
import '../deliver/callbacks.test.ts';
import '../http/events.test.ts';
