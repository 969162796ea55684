import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type Socket } from 'node:net';

/**
 * Opens a connection to `target`, a host with its port, through an HTTP proxy (CONNECT). Rejects with the error of the network, or
 * with the code `PROXY_STATUS_<status>` where the proxy rejects the request. No error holds the credentials for the proxy. undici's
 * `ProxyAgent` would also replace the pools by which connections are shared between clients, and addresses ejected.
 */
export function openTunnel(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)(optionsOf(proxy, target));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.destroy(problem('PROXY_TIMEOUT', 'has not responded')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    request.once('error', fail);
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (statusCode === 200 && head.length === 0) return resolve(socket.setNoDelay(true));
      socket.destroy();
      fail(problem(`PROXY_STATUS_${statusCode}`, `has rejected the connection with status ${statusCode}`));
    });
    request.once('response', (response) => {
      response.destroy();
      fail(problem(`PROXY_STATUS_${response.statusCode}`, 'has not opened the connection'));
    });
    request.end();
  });
}

function optionsOf({ hostname, port, protocol, username, password }: URL, target: string): RequestOptions {
  const host = hostname.replace(/^\[|\]$/g, '');
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    method: 'CONNECT',
    host,
    // Node would take the name in the header `host`, which is that of the service.
    servername: isIP(host) === 0 ? host : '',
    port: port || (protocol === 'https:' ? 443 : 80),
    path: target,
    agent: false,
    headers: {
      host: target,
      ...(username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  };
}

function problem(code: string, what: string): Error {
  return Object.assign(new Error(`The proxy ${what}.`), { code });
}
