export type RequestOption = 'method' | 'header' | 'data' | 'rawData' | 'encodedData' | 'json' | 'url';

/** Options of curl with a value that decides the request, by each of their names. */
export const requestOptions: ReadonlyMap<string, RequestOption> = new Map([
  ['-X', 'method'],
  ['--request', 'method'],
  ['-H', 'header'],
  ['--header', 'header'],
  ['-d', 'data'],
  ['--data', 'data'],
  ['--data-ascii', 'data'],
  ['--data-binary', 'data'],
  ['--data-raw', 'rawData'],
  ['--data-urlencode', 'encodedData'],
  ['--json', 'json'],
  ['--url', 'url'],
]);

/** Options without a value that decide the request. */
export const requestFlags: ReadonlyMap<string, 'get' | 'head'> = new Map([
  ['-G', 'get'],
  ['--get', 'get'],
  ['-I', 'head'],
  ['--head', 'head'],
]);

/** Options whose body is in a file or in a form: no REST call of the contract takes a form. */
export const unreadableBodies = namesIn('-T --upload-file -F --form --form-string');

/** Options with a value that say nothing of the REST call: how it is sent, and what is done with the response. */
export const otherOptions = namesIn(`
  -A -b -c -C -D -e -E -h -K -m -o -P -Q -r -t -u -U -w -x -y -Y -z
  --user-agent --cookie --cookie-jar --dump-header --referer --cert --key --cacert --capath --config --max-time --connect-timeout
  --output --output-dir --range --user --proxy --proxy-user --write-out --oauth2-bearer --retry --retry-delay --retry-max-time
  --resolve --connect-to --interface --limit-rate --max-redirs --unix-socket --tls-max --ciphers --stderr --trace --trace-ascii
  --max-filesize --keepalive-time --noproxy --aws-sigv4
`);

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
