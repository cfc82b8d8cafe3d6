import './choose.ts';
import '../../service/callbacks/dispatcher.test.ts';
import '../../service/callbacks/callbacks.test.ts';
import '../../conformance/event-documents.test.ts';
