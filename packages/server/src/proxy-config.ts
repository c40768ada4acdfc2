import * as v from 'valibot'

export const proxyEntries = {
  PROXY_USER_HEADER: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?!authorization$|cookie$|host$|forwarded$|x-forwarded-)[a-z][a-z0-9-]{1,60}$/i,
        'PROXY_USER_HEADER must be a header that only the proxy sets, such as Remote-User.',
      ),
    ),
  ),
  PROXY_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\x21-\x7e]{24,200}$/, 'PROXY_SECRET must have 24 characters or more, without spaces.'),
    ),
  ),
} as const

export function findProxyProblems(given: Readonly<Record<string, unknown>>): string[] {
  const needed = [
    ['TRUSTED_PROXIES', 'PROXY_USER_HEADER needs TRUSTED_PROXIES: the header is accepted only from these.'],
    [
      'PROXY_SECRET',
      'PROXY_USER_HEADER needs PROXY_SECRET, which the proxy sends as X-Koedana-Proxy-Secret.',
    ],
  ] as const
  if (given.PROXY_USER_HEADER === undefined) return []
  return needed.flatMap(([name, problem]) => (given[name] === undefined ? [problem] : []))
}
