import { maxHeaderSize, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { cancelledStatus, HttpError, type RejectionObserver, rejectUnparsed } from './http-errors.ts';
import { isAnswered, lingerMs } from './unread-body.ts';

/** Node's parser reports that the connection has ended within a request. */
const endedWithin = 'HPE_INVALID_EOF_STATE';
const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

const protocolErrors: Record<string, { status: number; message: string }> = {
  [endedWithin]: { status: 400, message: 'The connection was closed before the end of the request.' },
  [timedOut]: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large.' },
};
const longTarget = { status: 414, message: 'The address is too long. Send the request as POST.' };
const notHttp = { status: 400, message: 'The request is not HTTP.' };

/** What Node's parser reports. */
interface ProtocolError extends NodeJS.ErrnoException {
  /** The bytes that it could not parse, as they arrived last. */
  rawPacket?: unknown;
}

/** A connection of Node's server. */
type ServerSocket = Socket & {
  /** The response that is sent next; Node has no public name for it. */
  readonly _httpMessage?: ServerResponse | null;
};

/** Connections with an error that is told after the responses to the requests before it. */
const failed = new WeakSet<Socket>();

/**
 * Answers bytes that are not HTTP, and requests that do not arrive in time, unless they would become a part of another response. The
 * bytes are not logged: they may hold a token.
 */
export function handleProtocolError(observer: RejectionObserver) {
  return (error: ProtocolError, socket: Socket): void => {
    // The parser reports each packet after the first error, too.
    if (error.code === 'ECONNRESET' || socket.destroyed || failed.has(socket)) return;
    answerInTurn(observer, error, socket);
  };
}

function answerInTurn(observer: RejectionObserver, error: ProtocolError, socket: ServerSocket): void {
  const response = socket._httpMessage ?? undefined;
  const isOfEarlier = response?.req.complete === true;
  const isBegun = response?.headersSent === true && !response.writableEnded;
  // The client of an earlier request has gone, or what remains of a late one would be executed meanwhile.
  const endsAll = isOfEarlier && (error.code === endedWithin || error.code === timedOut);
  if (isAnswered(socket) || isBegun || endsAll) {
    socket.destroy();
  } else if (isOfEarlier) {
    failed.add(socket);
    response.once('close', () => answerInTurn(observer, error, socket));
  } else {
    answer(observer, error, socket);
  }
}

function answer(observer: RejectionObserver, { code = '', rawPacket }: ProtocolError, socket: Socket): void {
  if (!socket.writable) return;
  // Browsers open connections in advance, and load balancers do for health checks.
  if (code === timedOut && socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const { status, message } = isLongTarget(code, rawPacket) ? longTarget : (protocolErrors[code] ?? notHttp);
  // Most clients that end a request early have gone.
  const reported = code === endedWithin ? cancelledStatus : status;
  const bytes = rejectUnparsed(observer, new HttpError(status, code, message), socket.remoteAddress, reported);
  socket.end(bytes);
  // What remains of a late request must not be executed any more.
  if (code === timedOut) socket.destroySoon();
  else setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Whether the request line alone is too long: Node counts it as a part of the headers. */
function isLongTarget(code: string, packet: unknown): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || !Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf('\n');
  return /^[A-Z]+ \//.test(packet.toString('latin1', 0, 20)) && (end === -1 || end >= maxHeaderSize);
}
