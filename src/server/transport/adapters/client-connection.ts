import type { IncomingMessage, ServerResponse } from 'node:http';
import { Cancellation } from '../../../engine/engine.ts';
import { onResponseClose } from '../../http/response-close.ts';

/** A cancellation for a request whose client may go away before the end of the response. */
export function cancelledByClose(request: IncomingMessage, response: ServerResponse): Cancellation {
  const cancellation = new Cancellation();
  onResponseClose(request, response, () => {
    if (!response.writableEnded) cancellation.cancel();
  });
  return cancellation;
}
