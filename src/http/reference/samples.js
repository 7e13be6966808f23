// The same request in several languages.
import { parse, pretty, print } from './json.js';

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A header whose value is a token that the reader has to fetch. */
const TOKENS = {
  appServerToken: ['Authorization', 'Bearer $TOKEN'],
  userToken: ['Authorization', 'Bearer $USER_TOKEN'],
  accessToken: ['X-Access-Token', '$TOKEN'],
  adminToken: ['Authorization', 'Bearer $ADMIN_TOKEN'],
  session: ['Cookie', 'tollgate_production=$SESSION'],
  metricsToken: ['Authorization', 'Bearer $METRICS_TOKEN'],
};

const FETCHED = {
  $TOKEN: [
    'TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials \\',
    '  ORIGIN/oauth/token | sed \'s/.*"access_token":"\\([^"]*\\)".*/\\1/\')',
    '',
  ],
};

const tokenOf = ({ security = [] }) => {
  const [scheme] = Object.keys(security[0] ?? {});
  return TOKENS[scheme];
};

/** `request` has url, headers and body as the form shows them. */
export function curl(operation, request) {
  const token = tokenOf(operation);
  const variable = token?.[1].split(' ').at(-1);
  const isClient =
    'client' in (operation.security?.[0] ?? {}) && request.contentType !== 'application/json';
  const lines = [
    `curl -s ${operation.method === 'post' ? '' : `-X ${operation.method.toUpperCase()} `}${quote(location.origin + request.url)}`,
    isClient && '-u "$CLIENT_ID:$CLIENT_SECRET"',
    token && `-H "${token[0]}: ${token[1]}"`,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    request.body !== undefined && `-H ${quote(`Content-Type: ${request.contentType}`)}`,
    request.body !== undefined && `-d ${quote(compact(request.body))}`,
  ].filter(Boolean);
  const before = (FETCHED[variable] ?? []).map((line) => line.replace('ORIGIN', location.origin));
  return [...before, lines.join(' \\\n  ')].join('\n');
}

export function javascript(operation, request) {
  const token = tokenOf(operation);
  const headers = {
    ...request.headers,
    ...(request.body !== undefined && { 'Content-Type': request.contentType }),
  };
  const names = Object.entries(headers).map(([name, value]) => `    '${name}': '${value}',`);
  if (token)
    names.unshift(
      `    '${token[0]}': \`${token[1].replace(/\$(\w+)/, (_, name) => `\${process.env.${name}}`)}\`,`,
    );
  return [
    `const response = await fetch('${location.origin}${request.url}', {`,
    `  method: '${operation.method.toUpperCase()}',`,
    ...(names.length > 0 ? ['  headers: {', ...names, '  },'] : []),
    ...(request.body === undefined
      ? []
      : request.contentType === 'application/json'
        ? [`  body: JSON.stringify(${indented(request.body)}),`]
        : [`  body: ${JSON.stringify(request.body)},`]),
    '});',
    operation.answersJson
      ? 'console.log(response.status, await response.json());'
      : 'console.log(response.status, await response.text());',
  ].join('\n');
}

/** With nothing but the standard library. */
export function python(operation, request) {
  const token = tokenOf(operation);
  const headers = {
    ...request.headers,
    ...(request.body !== undefined && { 'Content-Type': request.contentType }),
  };
  const names = Object.entries(headers).map(
    ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  );
  if (token)
    names.unshift(
      `        "${token[0]}": f"${token[1].replace(/\$(\w+)/, (_, name) => `{os.environ['${name}']}`)}",`,
    );
  return [
    ...(token ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(location.origin + request.url)},`,
    `    method="${operation.method.toUpperCase()}",`,
    ...(names.length > 0 ? ['    headers={', ...names, '    },'] : []),
    ...(request.body === undefined ? [] : [`    data=r'''${pretty(request.body)}'''.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

const compact = (text) => {
  try {
    return JSON.stringify(parse(text));
  } catch {
    return text;
  }
};

const indented = (text) => {
  try {
    return print(parse(text)).replaceAll('\n', '\n  ');
  } catch {
    return text;
  }
};
