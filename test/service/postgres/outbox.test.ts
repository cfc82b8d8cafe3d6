import './choose.ts';
import '../callbacks/dispatcher.test.ts';
import '../callbacks/callbacks.test.ts';
import '../api/events.test.ts';
