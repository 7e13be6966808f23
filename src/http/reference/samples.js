// The same request in several languages.
import { parse, pretty } from './json.js';

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

/** What a sample in any language says: the values of its headers, with the name of a variable where the token belongs. */
function partsOf(operation, request) {
  const token = tokenOf(operation);
  const headers = [
    ...(token ? [[token[0], token[1]]] : []),
    ...Object.entries(request.headers),
    ...(request.body === undefined ? [] : [['Content-Type', request.contentType]]),
  ];
  return {
    method: operation.method.toUpperCase(),
    url: location.origin + request.url,
    hasToken: token !== undefined,
    headers,
    body: request.body === undefined ? undefined : pretty(request.body),
  };
}

/** A string with the token's variable in it, as an expression: `before` and `name` are those of `Bearer $TOKEN`. */
const withVariable = (value, literal, variable) => {
  const [, before, name] = /^(.*)\$([A-Z_]+)$/.exec(value) ?? [];
  if (name === undefined) return literal(value);
  return before === '' ? variable(name) : `${literal(before)} + ${variable(name)}`;
};

const quoted = (text) => JSON.stringify(text);

export function javascript(operation, request) {
  const { method, url, headers, body } = partsOf(operation, request);
  const value = (text) => withVariable(text, quoted, (name) => `process.env.${name}`);
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    ...(headers.length === 0
      ? []
      : [
          '  headers: {',
          ...headers.map(([name, text]) => `    ${quoted(name)}: ${value(text)},`),
          '  },',
        ]),
    ...(body === undefined ? [] : [`  body: \`${body.replaceAll(/[\\`]|\$\{/g, '\\$&')}\`,`]),
    '});',
    operation.answersJson
      ? 'console.log(response.status, await response.json());'
      : 'console.log(response.status, await response.text());',
  ].join('\n');
}

/** With nothing but the standard library, like the following ones. */
export function python(operation, request) {
  const { method, url, hasToken, headers, body } = partsOf(operation, request);
  const value = (text) => withVariable(text, quoted, (name) => `os.environ["${name}"]`);
  return [
    ...(hasToken ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    ...(headers.length === 0
      ? []
      : [
          '    headers={',
          ...headers.map(([name, text]) => `        ${quoted(name)}: ${value(text)},`),
          '    },',
        ]),
    ...(body === undefined ? [] : [`    data=r'''${body}'''.encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

export function go(operation, request) {
  const { method, url, hasToken, headers, body } = partsOf(operation, request);
  const value = (text) => withVariable(text, quoted, (name) => `os.Getenv("${name}")`);
  const text = body?.includes('`') ? quoted(body) : `\`${body}\``;
  const imports = [
    'fmt',
    'io',
    'net/http',
    ...(hasToken ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${text})`]),
    `\trequest, err := http.NewRequest("${method}", ${quoted(url)}, ${body === undefined ? 'nil' : 'body'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, each]) => `\trequest.Header.Set(${quoted(name)}, ${value(each)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tfmt.Println(response.StatusCode, string(answer), err)',
    '}',
  ].join('\n');
}

/** Java 17. */
export function java(operation, request) {
  const { method, url, headers, body } = partsOf(operation, request);
  const value = (text) => withVariable(text, quoted, (name) => `System.getenv("${name}")`);
  const block = (text) =>
    text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"""').replaceAll('\n', '\n            ');
  const publisher =
    body === undefined
      ? ['HttpRequest.BodyPublishers.noBody()']
      : ['HttpRequest.BodyPublishers.ofString("""', `            ${block(body)}""")`];
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    `        var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ...headers.map(([name, text]) => `            .header(${quoted(name)}, ${value(text)})`),
    `            .method("${method}", ${publisher.join('\n')})`,
    '            .build();',
    '        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(answer.statusCode() + " " + answer.body());',
    '    }',
    '}',
  ].join('\n');
}

export function csharp(operation, request) {
  const { method, url, headers, body } = partsOf(operation, request);
  const value = (text) =>
    withVariable(text, quoted, (name) => `Environment.GetEnvironmentVariable("${name}")`);
  const verbatim = (text) => `@"${text.replaceAll('"', '""')}"`;
  const own = headers.filter(([name]) => name !== 'Content-Type');
  return [
    'using System;',
    'using System.Net.Http;',
    'using System.Text;',
    '',
    'class Program {',
    '    static void Main() {',
    `        var request = new HttpRequestMessage(new HttpMethod("${method}"), ${quoted(url)});`,
    ...own.map(
      ([name, text]) =>
        `        request.Headers.TryAddWithoutValidation(${quoted(name)}, ${value(text)});`,
    ),
    ...(body === undefined
      ? []
      : [
          `        request.Content = new StringContent(${verbatim(body)}, Encoding.UTF8, ${quoted(request.contentType)});`,
        ]),
    '        var answer = new HttpClient().SendAsync(request).Result;',
    '        Console.WriteLine((int)answer.StatusCode + " " + answer.Content.ReadAsStringAsync().Result);',
    '    }',
    '}',
  ].join('\n');
}

const compact = (text) => {
  try {
    return JSON.stringify(parse(text));
  } catch {
    return text;
  }
};
